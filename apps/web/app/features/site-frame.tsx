import clsx from 'clsx'
import { ChevronDown, Menu as MenuIcon, Plus, Search } from 'lucide-react'
import { Form, Link, NavLink, useLocation } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClasses, LinkButton } from '../ui/button.tsx'
import { Compass } from '../ui/compass.tsx'
import { Menu, menuItem } from '../ui/menu.tsx'
import { UnreadBell } from './unread-bell.tsx'
import { ThemeChoice, type Theme } from './theme-choice.tsx'

interface Viewer {
  name: string
  isAdmin: boolean
}

const listings = [
  ['/models', 'Models'],
  ['/datasets', 'Datasets'],
  ['/spaces', 'Spaces'],
] as const

const more = [
  ['/collections', 'Collections'],
  ['/tasks', 'Tasks'],
  ['/libraries', 'Libraries'],
] as const

const makes = [
  ['/new', 'New model'],
  ['/new-dataset', 'New dataset'],
  ['/new-space', 'New Space'],
] as const

/** The header of every page: home link, search, links to the three repo listings, and the account menu. */
export function SiteHeader({ viewer, unread }: { viewer: Viewer | null; unread: number }) {
  const { pathname, search } = useLocation()
  const asked = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <header className="bg-sheet">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2 sm:gap-x-5">
        <Link to="/" className="flex items-center gap-2 font-serif text-xl leading-none font-semibold tracking-tight text-ink no-underline">
          <Compass />
          Portolan
        </Link>
        <Form role="search" action="/search" className="order-last w-full lg:order-none lg:max-w-2xl lg:shrink lg:grow lg:basis-40">
          <label className="relative block">
            <span className="sr-only">Search models, datasets, Spaces and people</span>
            <Search size={16} aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-soft" />
            <input
              type="search"
              name="q"
              id="site-search"
              placeholder="Search the hub"
              // A new search gets a new field, so the previous page's input does not linger.
              key={asked}
              defaultValue={asked}
              autoComplete="off"
              className="field py-1 pr-10 pl-9"
            />
            <kbd className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 rounded border border-line px-1.5 font-mono text-xs text-soft md:block">
              /
            </kbd>
          </label>
        </Form>
        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          {listings.map(([to, label]) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                clsx(
                  'rounded-md px-2.5 py-1.5 font-medium no-underline hover:bg-well hover:text-ink',
                  isActive ? 'bg-well text-ink' : 'text-soft',
                )
              }
            >
              {label}
            </NavLink>
          ))}
          <Menu
            group="site"
            align="right"
            summary={
              <>
                Browse
                <ChevronDown size={14} aria-hidden="true" />
              </>
            }
            summaryClass={clsx(
              'flex items-center gap-1 rounded-md px-2.5 py-1.5 font-medium hover:bg-well hover:text-ink',
              more.some(([to]) => pathname.startsWith(to)) ? 'bg-well text-ink' : 'text-soft',
            )}
            className="w-44"
          >
            {more.map(([to, label]) => (
              <Link key={to} to={to} className={menuItem}>
                {label}
              </Link>
            ))}
          </Menu>
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {viewer ? <UnreadBell unread={unread} /> : null}
          {viewer ? <AccountMenus viewer={viewer} /> : <Entrance />}
          <div className="lg:hidden">
            <Menu
              group="site"
              align="right"
              label="Menu"
              summary={<MenuIcon size={20} aria-hidden="true" />}
              summaryClass="rounded-md p-2 hover:bg-well"
              className="w-44"
            >
              {[...listings, ...more].map(([to, label]) => (
                <Link key={to} to={to} className={menuItem}>
                  {label}
                </Link>
              ))}
              {viewer ? null : (
                <Link to="/sign-up" className={menuItem}>
                  Sign up
                </Link>
              )}
            </Menu>
          </div>
        </div>
      </div>
      <div className="neatline" />
    </header>
  )
}

function Entrance() {
  return (
    <>
      <LinkButton small look="quiet" to="/sign-in">
        Sign in
      </LinkButton>
      <LinkButton small look="primary" to="/sign-up" className="max-sm:hidden">
        Sign up
      </LinkButton>
    </>
  )
}

function AccountMenus({ viewer }: { viewer: Viewer }) {
  const own = [
    [`/${viewer.name}`, 'Profile'],
    ['/settings', 'Settings'],
    ['/settings/tokens', 'Access tokens'],
    ['/settings/organizations', 'Organizations'],
    ...(viewer.isAdmin ? ([['/admin/people', 'Administration']] as const) : []),
  ] as const
  return (
    <>
      <Menu
        group="site"
        align="right"
        label="New repository"
        summaryClass={buttonClasses({ small: true })}
        summary={
          <>
            <Plus size={16} aria-hidden="true" />
            <span className="max-sm:hidden">New</span>
          </>
        }
        className="w-44"
      >
        {makes.map(([to, label]) => (
          <Link key={to} to={to} className={menuItem}>
            {label}
          </Link>
        ))}
      </Menu>
      <Menu
        group="site"
        align="right"
        label={`Account ${viewer.name}`}
        summaryClass="flex items-center gap-2 rounded-md p-1 hover:bg-well"
        summary={
          <>
            <Avatar name={viewer.name} size={28} />
            <span className="max-w-32 truncate max-sm:hidden">{viewer.name}</span>
          </>
        }
        className="w-48"
      >
        {own.map(([to, label]) => (
          <Link key={to} to={to} className={menuItem}>
            {label}
          </Link>
        ))}
        <Form method="post" action="/sign-out" className="mt-1 border-t border-line pt-1">
          <button type="submit" className={menuItem}>
            Sign out
          </button>
        </Form>
      </Menu>
    </>
  )
}

export function SiteFooter({ theme }: { theme: Theme }) {
  return (
    <footer className="mt-20 bg-sheet">
      <div className="neatline" />
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5 text-sm text-soft">
        <p>Portolan, the chart of your models</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link to="/compatibility" className="link">
            Compatibility
          </Link>
          <Link to="/docs/api" className="link">
            API
          </Link>
          <span className="max-md:hidden">
            <kbd className="rounded border border-line px-1.5 font-mono text-xs">?</kbd> Keyboard shortcuts
          </span>
          <ThemeChoice theme={theme} />
        </div>
      </div>
    </footer>
  )
}
