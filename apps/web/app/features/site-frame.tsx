import { Menu, Plus, Search } from 'lucide-react'
import { Form, Link, NavLink } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { Compass } from '../ui/compass.tsx'

interface Viewer {
  name: string
}

const places = [
  ['/models', 'Models'],
  ['/datasets', 'Datasets'],
  ['/spaces', 'Spaces'],
] as const

export function SiteHeader({ viewer }: { viewer: Viewer | null }) {
  return (
    <header className="border-b border-line bg-sheet">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5">
        <Link to="/" className="flex items-center gap-2 font-serif text-xl font-semibold text-ink no-underline">
          <Compass />
          Portolan
        </Link>
        <Form role="search" action="/search" className="order-3 w-full sm:order-none sm:w-auto sm:max-w-md sm:grow">
          <label className="relative block">
            <span className="sr-only">Search models, datasets and people</span>
            <Search size={16} aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-soft" />
            <input type="search" name="q" id="site-search" placeholder="Search" className="field py-1.5 pl-9" />
            <kbd className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded border border-line px-1.5 font-mono text-xs text-soft sm:block">
              /
            </kbd>
          </label>
        </Form>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {places.map(([to, label]) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                `rounded-md px-2.5 py-1.5 no-underline hover:bg-well ${isActive ? 'font-semibold text-ink' : 'text-soft'}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {viewer ? (
            <>
              <LinkButton small to="/new" aria-label="New repository">
                <Plus size={16} aria-hidden="true" />
                <span className="hidden sm:inline">New</span>
              </LinkButton>
              <details className="relative" name="site-menu">
                <summary className="flex list-none items-center gap-2 rounded-md px-1.5 py-1 hover:bg-well">
                  <img src={`/avatars/${viewer.name}.svg`} alt="" width="28" height="28" className="rounded-full" />
                  <span className="hidden max-w-32 truncate sm:inline">{viewer.name}</span>
                </summary>
                <div className="sheet absolute right-0 z-20 mt-2 grid w-52 gap-0.5 p-2 shadow-lg">
                  {(
                    [
                      [`/${viewer.name}`, 'Profile'],
                      ['/settings', 'Settings'],
                      ['/settings/tokens', 'Access tokens'],
                      ['/settings/organizations', 'Organisations'],
                      ['/new', 'New model'],
                      ['/new-dataset', 'New dataset'],
                      ['/new-space', 'New Space'],
                    ] as const
                  ).map(([to, label]) => (
                    <Link key={to} to={to} className="rounded px-3 py-1.5 text-ink no-underline hover:bg-well">
                      {label}
                    </Link>
                  ))}
                  <Form method="post" action="/sign-out" className="mt-1 border-t border-line pt-1">
                    <button type="submit" className="w-full rounded px-3 py-1.5 text-left hover:bg-well">
                      Sign out
                    </button>
                  </Form>
                </div>
              </details>
            </>
          ) : (
            <>
              <LinkButton small look="quiet" to="/sign-in">
                Sign in
              </LinkButton>
              <span className="hidden sm:block">
                <LinkButton small look="primary" to="/sign-up">
                  Sign up
                </LinkButton>
              </span>
            </>
          )}
          <details className="relative md:hidden" name="site-menu">
            <summary className="list-none rounded-md p-2 hover:bg-well" aria-label="Menu">
              <Menu size={20} aria-hidden="true" />
            </summary>
            <nav aria-label="Main, small" className="sheet absolute right-0 z-20 mt-2 grid w-44 gap-0.5 p-2 shadow-lg">
              {places.map(([to, label]) => (
                <Link key={to} to={to} className="rounded px-3 py-1.5 text-ink no-underline hover:bg-well">
                  {label}
                </Link>
              ))}
            </nav>
          </details>
        </div>
      </div>
    </header>
  )
}

export function SiteFooter({ theme }: { theme: 'light' | 'dark' | null }) {
  return (
    <footer className="mt-16 border-t border-line">
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center justify-between gap-3 px-4 py-5 text-sm text-soft">
        <p>Portolan, a chart of your models. Nothing here leaves this hub.</p>
        <Form method="post" action="/preferences" preventScrollReset className="flex items-center gap-2">
          <span id="theme-label">Theme</span>
          {(['system', 'light', 'dark'] as const).map((name) => (
            <button
              key={name}
              type="submit"
              name="theme"
              value={name}
              aria-pressed={(theme ?? 'system') === name}
              aria-describedby="theme-label"
              className="rounded border border-line px-2 py-0.5 capitalize hover:border-ink aria-pressed:border-ink aria-pressed:font-semibold aria-pressed:text-ink"
            >
              {name}
            </button>
          ))}
        </Form>
      </div>
    </footer>
  )
}
