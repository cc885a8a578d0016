import type { Hub } from '../../hub.ts'
import { toHex } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { actorKeeper, invalidateActor, invalidateActors, knownActor } from './actor-cache.ts'
import { loadActor } from './load-actor.ts'
import { secretHash } from './secrets.ts'

/** Minimum time between updates of a session's last use. */
const touchMs = 3600 * 1000
/** A session renewed this recently is not written again. */
const renewEveryMs = 60_000

/** A valid browser session. */
export interface OpenSession {
  readonly actor: UserActor
  readonly expiresAt: Date
}

export interface SessionInfo {
  /** First 16 hex digits of the stored hash: enough to identify a session, not enough to take it over. */
  readonly id: string
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly current: boolean
}

/** Lifetime of a session from its start, and from each renewal. Milliseconds. */
export function sessionLifeMs(hub: Hub): number {
  return hub.config.sessionMs
}

/** Starts a browser session. `token` is the cookie value and is stored nowhere else. */
export async function createSession(
  hub: Hub,
  accountId: number,
  about: { userAgent?: string } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = hub.randomBytes(32).toString('base64url')
  const now = hub.now().getTime()
  const expires = now + sessionLifeMs(hub)
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('session').where('expires', '<', now).execute()
    await tx
      .insertInto('session')
      .values({
        token_hash: secretHash(token),
        user_id: accountId,
        user_agent: about.userAgent?.slice(0, 200) ?? null,
        created: now,
        expires,
        last_used: now,
      })
      .execute()
    const account = await tx.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
    await recordEvent(tx, hub, { topic: 'session.started', actor: account?.name ?? null, payload: { userId: accountId } })
  })
  return { token, expiresAt: new Date(expires) }
}

/**
 * The session for a cookie; `null` when it is unknown or expired.
 * @param options.isUse false for checks without user activity, such as on an open connection
 */
export async function openSession(hub: Hub, cookie: string, options: { isUse?: boolean } = {}): Promise<OpenSession | null> {
  const hash = secretHash(cookie)
  const key = `s:${toHex(hash)}`
  const now = hub.now().getTime()
  const known = knownActor(hub, key)
  if (known) return known.expiresAt !== null && known.expiresAt > now ? { actor: known.actor, expiresAt: new Date(known.expiresAt) } : null
  const keep = actorKeeper(hub, key)
  const row = await hub.db.read
    .selectFrom('session')
    .select(['user_id', 'expires', 'last_used'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.expires <= now) return null
  const user = await loadActor(hub.db.read, row.user_id, null)
  if (!user) return null
  const actor: UserActor = { ...user, credential: `session:${hash.toString('base64url')}` }
  if (options.isUse !== false && now - row.last_used > touchMs) {
    await hub.db.write(async (tx) => {
      await tx.updateTable('session').set({ last_used: now }).where('token_hash', '=', hash).execute()
    })
  }
  keep({ actor, expiresAt: row.expires })
  return { actor, expiresAt: new Date(row.expires) }
}

/** The user for a cookie; `null` when the session is unknown or expired. */
export async function actorFromSession(hub: Hub, cookie: string): Promise<UserActor | null> {
  return (await openSession(hub, cookie))?.actor ?? null
}

/** When the user of a cookie signed in; `null` when the session is unknown or expired. */
export async function sessionStart(hub: Hub, cookie: string): Promise<Date | null> {
  const row = await hub.db.read
    .selectFrom('session')
    .select('created')
    .where('token_hash', '=', secretHash(cookie))
    .where('expires', '>', hub.now().getTime())
    .executeTakeFirst()
  return row ? new Date(row.created) : null
}

/** True in the second half of a session's lifetime: the next page renews it. */
export function isDueForRenewal(hub: Hub, expiresAt: Date): boolean {
  return expiresAt.getTime() - hub.now().getTime() < sessionLifeMs(hub) / 2
}

/** Renews a session for its full lifetime. @returns its new expiry; `null` when it is unknown or already expired */
export async function renewSession(hub: Hub, cookie: string): Promise<Date | null> {
  const hash = secretHash(cookie)
  const now = hub.now().getTime()
  const row = await hub.db.read.selectFrom('session').select('expires').where('token_hash', '=', hash).executeTakeFirst()
  if (!row || row.expires <= now) return null
  const expires = now + sessionLifeMs(hub)
  if (expires - row.expires < renewEveryMs) return new Date(row.expires)
  const { numUpdatedRows } = await hub.db.write((tx) =>
    tx
      .updateTable('session')
      .set({ expires, last_used: now })
      .where('token_hash', '=', hash)
      // It may have been ended in the meantime: renewing never revives one.
      .where('expires', '>', now)
      .executeTakeFirst(),
  )
  invalidateActor(hub, `s:${toHex(hash)}`)
  return numUpdatedRows === 1n ? new Date(expires) : null
}

export async function endSession(hub: Hub, cookie: string): Promise<void> {
  await hub.db.write(async (tx) => {
    const ended = await tx.deleteFrom('session').where('token_hash', '=', secretHash(cookie)).returning('user_id').executeTakeFirst()
    if (ended) await recordEvent(tx, hub, { topic: 'session.ended', actor: null, payload: { userId: ended.user_id } })
  })
  invalidateActors(hub)
}

/** The user's sessions, most recently used first. */
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

/** Ends all of the user's sessions except the given one. */
export async function endOtherSessions(hub: Hub, actor: UserActor, keepCookie: string | null): Promise<void> {
  await hub.db.write(async (tx) => {
    let query = tx.deleteFrom('session').where('user_id', '=', actor.userId)
    if (keepCookie !== null) query = query.where('token_hash', '!=', secretHash(keepCookie))
    await query.execute()
    await recordEvent(tx, hub, { topic: 'session.ended', actor: actor.name, payload: { userId: actor.userId } })
  })
  invalidateActors(hub)
}
