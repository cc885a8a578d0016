import type { SpaceView } from '@portolan/pages'
import { ExternalLink } from 'lucide-react'
import { Empty } from '../../ui/panel.tsx'

/**
 * Sandbox permissions of a Space's app. An app on its own origin keeps that origin; one on the hub's origin gets an opaque origin, so the hub does
 * not treat it as the user. Never combine the hub's origin with `allow-same-origin`: the app could remove its own sandbox.
 */
const sandboxPermissions =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock allow-presentation'

/** The app of a Space. It has no access to the surrounding page. */
export function SpaceFrame({ space, name }: { space: SpaceView; name: string }) {
  if (space.src === null) return <Empty title="No app to show">{space.problem}</Empty>
  return (
    <section aria-label="App">
      <iframe
        src={space.src}
        title={`App of ${name}`}
        sandbox={space.hasOrigin ? `${sandboxPermissions} allow-same-origin` : sandboxPermissions}
        referrerPolicy="no-referrer"
        allow="fullscreen; clipboard-write"
        className="block h-[70vh] min-h-96 w-full rounded-lg border border-rule bg-[Canvas]"
      />
      {space.publicAddress === null ? null : (
        <p className="mt-2 text-sm">
          <a href={space.publicAddress} target="_blank" rel="noreferrer noopener" className="link inline-flex items-center gap-1">
            Open the app by itself <ExternalLink size={14} aria-hidden="true" />
          </a>
        </p>
      )}
    </section>
  )
}
