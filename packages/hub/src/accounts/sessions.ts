import type { Hub } from '../hub.ts'
import { toHex } from '../db/db.ts'
import type { UserActor } from './actor.ts'
import { actorCache, forgetActors } from './actor-cache.ts'
import { loadActor } from './load-actor.ts'
import { secretHash } from './secrets.ts'

const lifetimeMs = 30 * 24 * 3600 * 1000
/** A session in use is written at most this often. */
const touchMs = 3600 * 1000

export interface SessionInfo {
  /** First 16 hex digits of the stored hash: enough to name a session, useless to take it over. */
  readonly id: string
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly current: boolean
}

/** Starts a browser session. `token` is the cookie value and exists nowhere else. */
export async function createSession(
  hub: Hub,
  accountId: number,
  about: { userAgent?: string } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = hub.randomBytes(32).toString('base64url')
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('session').where('expires', '<', now).execute()
    await tx
      .insertInto('session')
      .values({
        token_hash: secretHash(token),
        user_id: accountId,
        user_agent: about.userAgent?.slice(0, 200) ?? null,
        created: now,
        expires: now + lifetimeMs,
        last_used: now,
      })
      .execute()
  })
  return { token, expiresAt: new Date(now + lifetimeMs) }
}

/** The user behind a cookie; `null` when the session is unknown or over. */
export async function actorFromSession(hub: Hub, cookie: string): Promise<UserActor | null> {
  const hash = secretHash(cookie)
  const key = `s:${toHex(hash)}`
  const known = actorCache(hub).get(key)
  if (known) return known
  const now = hub.now().getTime()
  const row = await hub.db.read
    .selectFrom('session')
    .select(['user_id', 'expires', 'last_used'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.expires <= now) return null
  const actor = await loadActor(hub.db.read, row.user_id, null)
  if (!actor) return null
  if (now - row.last_used > touchMs) {
    await hub.db.write(async (tx) => {
      await tx
        .updateTable('session')
        .set({ last_used: now, expires: now + lifetimeMs })
        .where('token_hash', '=', hash)
        .execute()
    })
  }
  actorCache(hub).set(key, actor)
  return actor
}

export async function endSession(hub: Hub, cookie: string): Promise<void> {
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('session').where('token_hash', '=', secretHash(cookie)).execute()
  })
  forgetActors(hub)
}

/** The user's sessions, latest used first. */
export async function listSessions(hub: Hub, actor: UserActor, currentCookie: string | null): Promise<SessionInfo[]> {
  const current = currentCookie === null ? null : toHex(secretHash(currentCookie))
  const rows = await hub.db.read
    .selectFrom('session')
    .select(['token_hash', 'user_agent', 'created', 'last_used'])
    .where('user_id', '=', actor.userId)
    .where('expires', '>', hub.now().getTime())
    .orderBy('last_used', 'desc')
    .execute()
  return rows.map((row) => ({
    id: toHex(row.token_hash).slice(0, 16),
    userAgent: row.user_agent,
    createdAt: new Date(row.created),
    lastUsedAt: new Date(row.last_used),
    current: toHex(row.token_hash) === current,
  }))
}

/** Ends every session of the user but the one given. */
export async function endOtherSessions(hub: Hub, actor: UserActor, keepCookie: string | null): Promise<void> {
  await hub.db.write(async (tx) => {
    let query = tx.deleteFrom('session').where('user_id', '=', actor.userId)
    if (keepCookie !== null) query = query.where('token_hash', '!=', secretHash(keepCookie))
    await query.execute()
  })
  forgetActors(hub)
}
