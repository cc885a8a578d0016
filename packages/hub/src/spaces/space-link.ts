import { createHmac, timingSafeEqual } from 'node:crypto'
import { loadActor } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { linkKey } from '../lfs/index.ts'
import { canReadContent, kindOf, type Repo, toRepo, visibility } from '../repos/index.ts'

/** A page stays open; whoever comes back to it later loads the Space's page again. Milliseconds. */
export const spaceLinkLifetime = 2 * 60 * 60 * 1000

/**
 * A token for one path segment, by which a frame without cookies reads the files of one Space as one user. It reads nothing else, and stops when the
 * user's right does.
 */
export async function signSpaceLink(hub: Hub, repo: Repo, userId: number): Promise<string> {
  const body = Buffer.from(JSON.stringify([repo.id, userId, hub.now().getTime() + spaceLinkLifetime])).toString('base64url')
  return `${body}.${signature(await linkKey(hub), body).toString('base64url')}`
}

/** The Space that a token opens, when it is ours and young enough and its holder may still read; else `null`. */
export async function openSpaceLink(hub: Hub, token: string): Promise<Repo | null> {
  const [body = '', given = '', ...rest] = token.split('.')
  const expected = signature(await linkKey(hub), body)
  const received = Buffer.from(given, 'base64url')
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  // Signed by us, hence of the shape we gave it.
  const [repoId, userId, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, number, number]
  if (expiresAt <= hub.now().getTime()) return null
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('id', '=', repoId)
    .where('kind', '=', kindOf('space'))
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  const holder = await loadActor(hub.db.read, userId, null)
  if (!row || !holder) return null
  const repo = toRepo(row)
  return canReadContent(holder, repo) && !repo.disabled ? repo : null
}

function signature(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(`space-link-v1 ${body}`).digest()
}
