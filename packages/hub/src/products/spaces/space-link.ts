import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Holder, holderOf, loadHolder } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { linkKey } from '../../repository/lfs/index.ts'
import type { RepoUid } from '../../uid.ts'
import { canReadContent, toRepo, visibility, type WithContent } from '../../repository/access/index.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'

/** Pages stay open for a while; anyone who returns later than this reloads the Space's page. Milliseconds. */
export const spaceLinkLifetime = 2 * 60 * 60 * 1000

/**
 * A token used as a path segment, with which a frame without cookies reads the files of one Space as one user. It grants nothing else, and stops
 * working when the user loses access or their session ends.
 */
export async function signSpaceLink(hub: Hub, repo: WithContent, actor: UserActor): Promise<string> {
  const body = Buffer.from(JSON.stringify([repo.uid, holderOf(actor), hub.now().getTime() + spaceLinkLifetime])).toString('base64url')
  return `${body}.${signature(await linkKey(hub), body).toString('base64url')}`
}

/** The Space a token is for, if the token is ours and recent enough and its holder still has read access; otherwise `null`. */
export async function openSpaceLink(hub: Hub, token: string): Promise<WithContent | null> {
  const [body = '', given = '', ...rest] = token.split('.')
  const expected = signature(await linkKey(hub), body)
  const received = Buffer.from(given, 'base64url')
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  // Signed by us, so it has the expected shape.
  const [repoUid, claimed, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [RepoUid, NonNullable<Holder>, number]
  if (expiresAt <= hub.now().getTime()) return null
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('uid', '=', repoUid)
    .where('kind', '=', kindOf('space'))
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  const holder = await loadHolder(hub, claimed)
  if (!row || !holder) return null
  const repo = toRepo(row)
  return canReadContent(holder, repo) ? repo : null
}

function signature(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(`space-link-v3 ${body}`).digest()
}
