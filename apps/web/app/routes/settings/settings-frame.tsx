import type { ReactNode } from 'react'
import { SectionLinks } from '../../ui/section-links.tsx'

const links = [
  ['/settings', 'Profile'],
  ['/settings/tokens', 'Access tokens'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/applications', 'Applications'],
  ['/settings/organizations', 'Organizations'],
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
