import type { ReactNode } from 'react'
import { SectionLinks } from '../../ui/section-links.tsx'

const links = [
  ['/settings', 'Profile'],
  ['/settings/security', 'Security'],
  ['/settings/email', 'Email'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/tokens', 'Access tokens'],
  ['/settings/ssh-keys', 'SSH and git keys'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/applications', 'Applications'],
  ['/settings/organizations', 'Organizations'],
  ['/settings/account', 'Account'],
] as const

export function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page grid max-w-5xl gap-6 py-8 grid-cols-1 md:grid-cols-[12rem_minmax(0,1fr)]">
      <SectionLinks label="Settings" links={links} className="md:grid md:content-start" />
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <h1 className="display text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  )
}
