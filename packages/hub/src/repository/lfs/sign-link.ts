import { createHmac, timingSafeEqual } from 'node:crypto'
import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import type { Holder } from '../../identity/accounts/index.ts'
import type { RepoUid } from '../../uid.ts'
import { linkKey } from './link-key.ts'

/** What a transfer link permits. Clients use links without credentials, so the link contains everything and is signed. */
export interface LinkClaims {
  readonly operation: 'upload' | 'download' | 'verify' | 'multipart'
  readonly repoUid: RepoUid
  /** Who requested the link, and with which credential. */
  readonly holder: Holder
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly expiresAt: Date
  /** Row of `lfs_upload`, for `multipart`. */
  readonly uploadId: string | null
}

/** Long enough for a client that requests 256 files at once and sends them one by one. Milliseconds. */
export const linkLifetime = 24 * 60 * 60 * 1000

/** A signed token for one URL path segment. */
export async function signLink(hub: Hub, claims: LinkClaims): Promise<string> {
  const { operation, repoUid, holder, sha256, size, expiresAt, uploadId } = claims
  const body = Buffer.from(JSON.stringify([operation, repoUid, holder, sha256, size, expiresAt.getTime(), uploadId])).toString('base64url')
  return `${body}.${signature(await linkKey(hub), body).toString('base64url')}`
}

/**
 * Parses a token that {@link signLink} created for this operation.
 * @throws {HubError} `lfs.link_expired` when it is forged, damaged, for a different operation, or too old
 */
export async function verifyLink(hub: Hub, operation: LinkClaims['operation'], token: string): Promise<LinkClaims> {
  const [body = '', given = '', ...rest] = token.split('.')
  const expected = signature(await linkKey(hub), body)
  const received = Buffer.from(given, 'base64url')
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected)) {
    throw new HubError('lfs.link_expired', { message: 'This link is invalid.' })
  }
  // Signed by us, so it has the expected shape.
  const [signedFor, repoUid, holder, sha256, size, expires, uploadId] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    LinkClaims['operation'],
    RepoUid,
    Holder,
    string,
    number,
    number,
    string | null,
  ]
  if (signedFor !== operation) throw new HubError('lfs.link_expired', { message: 'This link is for something else.' })
  if (expires <= hub.now().getTime()) throw new HubError('lfs.link_expired', { message: 'This link has expired.' })
  return { operation, repoUid, holder, sha256, size, expiresAt: new Date(expires), uploadId }
}

function signature(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(`lfs-link-v3 ${body}`).digest()
}
