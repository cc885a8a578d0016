import { ExternalLink } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { AnchorButton } from '../../ui/button.tsx'

/** The header above an application's steps: its link and the operating system it requires. */
export function AppHead({
  app,
  docs,
}: {
  app: { readonly label: string; readonly isMacOnly: boolean; readonly link: string | null }
  docs: string | null
}) {
  if (!app.isMacOnly && app.link === null) return null
  return (
    <div className="grid justify-items-start gap-2">
      {app.isMacOnly ? <Badge tone="warn">macOS only</Badge> : null}
      {app.link ? (
        <>
          <AnchorButton look="primary" href={app.link}>
            <ExternalLink size={16} aria-hidden="true" />
            Open in {app.label}
          </AnchorButton>
          <p className="text-sm text-soft">
            Opens the application on this machine, once it is{' '}
            {docs ? (
              <a href={docs} rel="noreferrer" className="link">
                installed
              </a>
            ) : (
              'installed'
            )}
            .
          </p>
        </>
      ) : null}
    </div>
  )
}

/** The proof for an application's commands. */
export function AppProof() {
  return (
    <p className="text-xs text-soft">
      <span className="font-semibold text-ink">Values escaped:</span> every command parses, and every value in it arrives intact. What a
      program on your machine does with it was not run here.
    </p>
  )
}
