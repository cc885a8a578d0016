import { safeNext } from '@portolan/contract'
import { data, redirect } from 'react-router'
import type { Route } from './+types/preferences'
import { themeCookie } from '../features/theme-choice.tsx'
import { preferenceCookie } from '../lib/cookies.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { typeOfPath } from '../lib/paths.ts'

export function loader() {
  return redirect('/')
}

/** Small choices made on any page: the theme, a like, a follow. Redirects back to that page. */
export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const repo = form.get('repo')
  if (typeof repo === 'string') {
    if (!hub.viewer) return redirect(`/sign-in?next=${encodeURIComponent(repo)}`)
    await orErrorPage(() => hub.like(typeOfPath(repo), repo.split('/').slice(-2).join('/'), form.get('like') === 'yes'))
    return form.get('stay') === 'yes' ? data(null) : redirect(backTo(request, repo))
  }
  const account = form.get('account')
  if (typeof account === 'string') {
    if (!hub.viewer) return redirect(`/sign-in?next=${encodeURIComponent(`/${account}`)}`)
    await orErrorPage(() => hub.follow(account, form.get('follow') === 'yes'))
    return form.get('stay') === 'yes' ? data(null) : redirect(backTo(request, `/${account}`))
  }
  const theme = form.get('theme')
  const value = theme === 'light' || theme === 'dark' ? theme : 'system'
  return redirect(backTo(request, '/'), { headers: { 'Set-Cookie': preferenceCookie(themeCookie, value) } })
}

/** The page that the form is on, as far as its address is one of this hub: a page at `//elsewhere.example` is not. */
function backTo(request: Request, fallback: string): string {
  const from = request.headers.get('referer')
  if (from === null || !URL.canParse(from)) return safeNext(fallback)
  const url = new URL(from)
  return safeNext(url.origin === new URL(request.url).origin ? `${url.pathname}${url.search}` : fallback)
}
