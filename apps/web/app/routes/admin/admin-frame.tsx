import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

const tabs = [
  ['/admin/storage', 'Storage'],
  ['/admin/collector', 'Collector'],
  ['/admin/robots', 'Robots'],
  ['/admin/audit', 'Audit log'],
] as const

/** A page for administrators of the hub. */
export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page grid grid-cols-1 gap-6 py-8">
      <nav aria-label="Administration" className="flex gap-1 overflow-x-auto">
        {tabs.map(([to, label]) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              `rounded-md px-3 py-2 whitespace-nowrap no-underline ${isActive ? 'bg-well font-semibold text-ink' : 'text-soft hover:text-ink'}`
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <h1 className="display text-3xl">{title}</h1>
      {children}
    </main>
  )
}
