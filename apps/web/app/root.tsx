import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, Link, Links, Meta, Outlet, redirect, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { LiveNotices } from './features/live/live-notice.tsx'
import { SiteFooter, SiteHeader } from './features/site-frame.tsx'
import { themeCookie } from './features/theme-choice.tsx'
import { readCookie } from './lib/cookies.ts'
import { hubContext } from './lib/hub-context.ts'
import { pagePath } from './lib/paths.ts'
import type { RootData } from './lib/root-data.ts'
import './styles/app.css'
import { Announcer } from './ui/announcer.tsx'
import { LinkButton } from './ui/button.tsx'
import { Toasts } from './ui/toasts.tsx'

// Nothing on the page waits for them, so they come after it.
const KeyboardHelp = lazy(async () => ({ default: (await import('./features/keyboard-help.tsx')).KeyboardHelp }))
const SessionWatch = lazy(async () => ({ default: (await import('./features/session/session-watch.tsx')).SessionWatch }))

export const links: Route.LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

export const meta: Route.MetaFunction = () => [
  { title: 'Portolan' },
  { name: 'description', content: 'Models, datasets and apps, with code that is true.' },
]

/** Leads people who lack a second factor that the hub requires to the page that sets one up, whatever they open. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request }) => {
    if (context.get(hubContext).mustSetUp && !isOpenDuringSetUp(pagePath(request))) throw redirect('/settings/security')
  },
]

function isOpenDuringSetUp(path: string): boolean {
  return /^\/(?:settings\/security|sign-in|sign-out|sign-up|preferences)(?:[/?]|$)/.test(path)
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const theme = readCookie(request, themeCookie)
  return {
    viewer: hub.viewer,
    session: hub.session,
    unread: await hub.unreadNotifications(),
    origin: hub.origin,
    now: Date.now(),
    requestId: hub.requestId,
    theme: theme === 'light' || theme === 'dark' ? (theme as 'light' | 'dark') : null,
  } satisfies RootData & Record<string, unknown>
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en" data-theme={data?.theme ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#main" className="sr-only z-50 bg-sheet px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
          Skip to the page
        </a>
        <SiteHeader viewer={data?.viewer ?? null} unread={data?.unread ?? 0} />
        {data?.viewer?.mustConfirmEmail ? (
          <aside className="page py-2">
            <Link to="/settings/email" className="text-sea">
              Confirm your email address before you write
            </Link>
          </aside>
        ) : null}
        <div className="grow">{children}</div>
        <SiteFooter theme={data?.theme ?? 'system'} />
        <Announcer />
        <LiveNotices />
        <Suspense fallback={null}>
          {data?.viewer && data.session ? <SessionWatch key={data.viewer.name} viewer={data.viewer.name} session={data.session} /> : null}
          <KeyboardHelp />
        </Suspense>
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>('root')
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, advice } = texts[status] ?? (status < 500 ? texts[400] : texts[500])
  const failure = isRouteErrorResponse(error) ? (error.data as { code?: string; message?: string } | null) : null
  // "There is no such repository" would repeat the advice; "no such revision" adds information.
  const message = failure?.code === 'repo.not_found' ? undefined : failure?.message
  return (
    <main id="main" className="rhumbs">
      <div className="page grid max-w-2xl justify-items-start gap-4 py-16 sm:py-24">
        <title>{`${title} · Portolan`}</title>
        <p className="panel-title text-accent">{status}</p>
        <h1 className="display text-3xl sm:text-5xl">{title}</h1>
        {message ? <p className="text-lg">{message}</p> : null}
        <p className="text-lg text-soft">{advice}</p>
        <p className="flex flex-wrap gap-3">
          <LinkButton look="primary" to="/">
            Back to the start
          </LinkButton>
          {data?.viewer ? null : <LinkButton to="/sign-in">Sign in</LinkButton>}
        </p>
        {data ? <p className="text-sm text-soft">Request {data.requestId}</p> : null}
      </div>
    </main>
  )
}

const texts: Record<number, { title: string; advice: string }> & Record<400 | 500, { title: string; advice: string }> = {
  400: { title: 'Invalid request', advice: 'Something in the address or the form is not right.' },
  401: { title: 'Sign in to continue', advice: 'This page is for people with an account.' },
  403: { title: 'Access denied', advice: 'Your account may not do this. The owner can change that.' },
  404: { title: 'Page not found', advice: 'There is nothing here, or it is private and you are not signed in as somebody who may see it.' },
  500: { title: 'Something broke on our side', advice: 'The log has the details under the request below. Trying again does no harm.' },
}
