import type { ReactNode } from 'react'
import { SectionLinks } from '../../ui/section-links.tsx'

const links = [
  ['/admin/people', 'People'],
  ['/admin/storage', 'Storage'],
  ['/admin/garbage-collection', 'Garbage collection'],
  ['/admin/robots', 'Robots'],
  ['/admin/audit', 'Audit log'],
] as const

/** Layout of a page for hub administrators. */
export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page grid grid-cols-1 gap-6 py-8">
      <SectionLinks label="Administration" links={links} />
      <h1 className="display text-3xl">{title}</h1>
      {children}
    </main>
  )
}
