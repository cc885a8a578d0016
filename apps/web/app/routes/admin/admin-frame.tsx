import type { ReactNode } from 'react'
import { SectionLinks } from '../../ui/section-links.tsx'

const links = [
  ['/admin', 'Overview'],
  ['/admin/people', 'People'],
  ['/admin/organizations', 'Organizations'],
  ['/admin/invites', 'Invitations'],
  ['/admin/former-names', 'Former names'],
  ['/admin/robots', 'Service accounts'],
  ['/admin/storage', 'Storage'],
  ['/admin/garbage-collection', 'Garbage collection'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/audit', 'Audit log'],
  ['/admin/settings', 'Settings'],
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
