import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

const tabs = [
  ['/settings', 'Profile'],
  ['/settings/tokens', 'Access tokens'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/applications', 'Applications'],
  ['/settings/organizations', 'Organisations'],
] as const

export function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page grid max-w-5xl gap-6 py-8 grid-cols-1 md:grid-cols-[12rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="flex gap-1 overflow-x-auto md:grid md:content-start">
        {tabs.map(([to, label]) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/settings'}
            className={({ isActive }) =>
              `rounded-md px-3 py-2 whitespace-nowrap no-underline ${isActive ? 'bg-well font-semibold text-ink' : 'text-soft hover:text-ink'}`
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <h1 className="display text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  )
}
