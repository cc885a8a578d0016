import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useCurrentInSight } from './current-in-sight.ts'

export interface Tab {
  to: string
  label: ReactNode
  /** Match only this exact URL, not the ones below it. */
  end?: boolean
  /** Marks this tab as current when the URL does not. */
  isCurrent?: boolean
}

const shape = 'border-b-2 px-3 py-2 whitespace-nowrap no-underline'
const look = (isActive: boolean) =>
  clsx(shape, isActive ? 'border-ink font-semibold text-ink' : 'border-transparent text-soft hover:border-rule hover:text-ink')

/** Tabs linking to separate pages; the URL determines the current one. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const strip = useCurrentInSight()
  return (
    <nav ref={strip} aria-label={label} className="-mb-px flex gap-1 overflow-x-auto">
      {tabs.map(({ to, label: text, end, isCurrent }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          className={({ isActive }) => look(isCurrent ?? isActive)}
          {...(isCurrent ? { 'aria-current': 'page' } : {})}
        >
          {text}
        </NavLink>
      ))}
    </nav>
  )
}

export interface Choice {
  to: string
  label: ReactNode
  isCurrent: boolean
}

/** Tabs for views of one page; selecting one replaces the URL. */
export function ChoiceTabs({ label, items, className }: { label: string; items: readonly Choice[]; className?: string }) {
  return (
    <nav aria-label={label} className={clsx('flex overflow-x-auto', className)}>
      {items.map(({ to, label: text, isCurrent }) => (
        <Link
          key={to}
          to={to}
          replace
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className={clsx(look(isCurrent), 'text-sm')}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** A compact choice on one line, such as a package manager or device. Links, so that it works without JavaScript and can be shared. */
export function Segments({ label, items }: { label: string; items: readonly Choice[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-xs text-soft" aria-hidden="true">
        {label}
      </span>
      <nav aria-label={label} className="flex flex-wrap rounded-md border border-line">
        {items.map(({ to, label: text, isCurrent }) => (
          <Link
            key={to}
            to={to}
            replace
            preventScrollReset
            aria-current={isCurrent ? 'true' : undefined}
            className={clsx(
              'rounded-[5px] px-2 py-0.5 text-xs leading-5 no-underline',
              isCurrent ? 'bg-ink font-semibold text-paper' : 'text-soft hover:text-ink',
            )}
          >
            {text}
          </Link>
        ))}
      </nav>
    </div>
  )
}
