import { isIP } from 'node:net'
import type { Hub } from '../../hub.ts'

/** What passkeys belong to: they work at this origin only, and are bound to its host name. */
export interface PasskeySite {
  /** Host name (the relying party's id). */
  readonly id: string
  readonly origin: string
}

/**
 * Where passkeys of this hub work: at its public address. Without one they work on localhost. `null` where browsers offer none: with an IP address, or with
 * plain http.
 * @param requestOrigin only for a hub without a public address
 */
export function passkeySite(hub: Hub, requestOrigin: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(hub.config.publicUrl ?? requestOrigin)
  if (hub.config.publicUrl === null && hostname !== 'localhost') return null
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : null
}
