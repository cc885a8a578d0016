import type { Hub } from '../../hub.ts'
import { currentCaller } from '../../foundation/audit/index.ts'
import { toBuffer, toHex, type Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { actorKeeper, invalidateActor, invalidateActors, knownActor } from './actor-cache.ts'
import { noteSignIn } from './known-sign-ins.ts'
import { loadCaller } from './load-actor.ts'
import { lacksSecondFactor } from './recent-proof.ts'
import { secretHash } from './secrets.ts'

/** Minimum time between updates of a session's last use. */
const touchMs = 3600 * 1000
/** A session renewed this recently is not written again. */
const renewEveryMs = 60_000

/** A valid browser session. */
export interface OpenSession {
  readonly actor: UserActor
  readonly expiresAt: Date
  /** Whether its user can do nothing but set up a second factor, which the hub requires. */
  readonly mustSetUp: boolean
}

/** How a session was opened. */
export type SignInWay = 'password' | 'company' | 'passkey'

export interface NewSession {
  readonly userAgent?: string | undefined
  /** Network address. */
  readonly address?: string | null | undefined
  /** Default: `password`. */
  readonly way?: SignInWay
  /** Whether a second factor, or something that replaces one, was part of the sign-in. */
  readonly isFactor?: boolean
  /** When the user showed who they are, if that was not just now; `null` when nobody knows. */
  readonly provenAt?: Date | null
}

export interface SessionInfo {
  /** First 16 hex digits of the stored hash: enough to identify a session, not enough to take it over. */
  readonly id: string
  readonly userAgent: string | null
  /** Network address of its last recorded use. */
  readonly address: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly current: boolean
}

/** Lifetime of a session from its start, and from each renewal. Milliseconds. */
export function sessionLifeMs(hub: Hub): number {
  return hub.config.sessionMs
}

/** Starts a browser session. `token` is the cookie value and is stored nowhere else. */
export async function createSession(hub: Hub, accountId: number, about: NewSession = {}): Promise<{ token: string; expiresAt: Date }> {
  return hub.db.write((tx) => insertSession(tx, hub, accountId, about))
}

/** {@link createSession} as part of a transaction. */
export async function insertSession(
  tx: Tx,
  hub: Hub,
  accountId: number,
  { userAgent, address = currentCaller().address, way = 'password', isFactor = way !== 'password', provenAt }: NewSession = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = hub.randomBytes(32).toString('base64url')
  const now = hub.now().getTime()
  const expires = now + sessionLifeMs(hub)
  const proven = provenAt === undefined ? now : Math.min(provenAt?.getTime() ?? 0, now)
  await tx.deleteFrom('session').where('expires', '<', now).execute()
  await tx
    .insertInto('session')
    .values({
      token_hash: secretHash(token),
      user_id: accountId,
      user_agent: userAgent?.slice(0, 200) ?? null,
      created: now,
      expires,
      last_used: now,
      address,
      way,
      proven,
      factor_proven: isFactor ? proven : 0,
    })
    .execute()
  await noteSignIn(tx, hub, accountId, { userAgent: userAgent?.slice(0, 200) ?? null, address })
  const account = await tx.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
  const payload = { userId: accountId, way, userAgent: userAgent?.slice(0, 200) ?? null }
  await recordEvent(tx, hub, { topic: 'session.started', actor: account?.name ?? null, payload })
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
  if (known) {
    const { actor, expiresAt, mustSetUp = false } = known
    return expiresAt !== null && expiresAt > now ? { actor, expiresAt: new Date(expiresAt), mustSetUp } : null
  }
  const keep = actorKeeper(hub, key)
  const row = await hub.db.read
    .selectFrom('session')
    .select(['user_id', 'expires', 'last_used', 'way'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.expires <= now) return null
  const user = await loadCaller(hub, row.user_id, null)
  if (!user) return null
  const actor: UserActor = { ...user, credential: `session:${hash.toString('base64url')}` }
  if (options.isUse !== false && now - row.last_used > touchMs) {
    await hub.db.write(async (tx) => {
      const { address } = currentCaller()
      await tx
        .updateTable('session')
        .set({ last_used: now, ...(address === null ? {} : { address }) })
        .where('token_hash', '=', hash)
        .execute()
    })
  }
  const mustSetUp = await lacksSecondFactor(hub, user, row.way)
  keep({ actor, expiresAt: row.expires, mustSetUp })
  return { actor, expiresAt: new Date(row.expires), mustSetUp }
}

/** The user for a cookie; `null` when the session is unknown or expired, or lacks a second factor that the hub requires. */
export async function actorFromSession(hub: Hub, cookie: string): Promise<UserActor | null> {
  const session = await openSession(hub, cookie)
  return session === null || session.mustSetUp ? null : session.actor
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
    .select(['token_hash', 'user_agent', 'address', 'created', 'last_used'])
    .where('user_id', '=', actor.userId)
    .where('expires', '>', hub.now().getTime())
    .orderBy('last_used', 'desc')
    .execute()
  return rows.map((row) => ({
    id: toHex(row.token_hash).slice(0, 16),
    userAgent: row.user_agent,
    address: row.address,
    createdAt: new Date(row.created),
    lastUsedAt: new Date(row.last_used),
    current: toHex(row.token_hash) === current,
  }))
}

/** Ends one of the user's sessions. @param id as in {@link SessionInfo} @returns false when there is none */
export async function endSessionById(hub: Hub, actor: UserActor, id: string): Promise<boolean> {
  const ended = await hub.db.write(async (tx) => {
    const rows = await tx.selectFrom('session').select('token_hash').where('user_id', '=', actor.userId).execute()
    const found = rows.find((row) => toHex(row.token_hash).slice(0, 16) === id)
    if (!found) return false
    await tx.deleteFrom('session').where('token_hash', '=', toBuffer(found.token_hash)).execute()
    await recordEvent(tx, hub, { topic: 'session.ended', actor: actor.name, payload: { userId: actor.userId } })
    return true
  })
  invalidateActors(hub)
  return ended
}

/** Ends all of the user's sessions except the given one. */
export async function endOtherSessions(hub: Hub, actor: UserActor, keepCookie: string | null): Promise<void> {
  await hub.db.write((tx) => endSessionsExcept(tx, hub, actor, keepCookie === null ? null : secretHash(keepCookie)))
  invalidateActors(hub)
}

/** Ends the sessions of a user, and sign-ins that wait for a second step. The caller invalidates the actors. @param keep hash of the session that stays */
export async function endSessionsExcept(
  tx: Tx,
  hub: Hub,
  { userId, name }: { userId: number; name: string },
  keep: Buffer | null,
): Promise<void> {
  let query = tx.deleteFrom('session').where('user_id', '=', userId)
  if (keep !== null) query = query.where('token_hash', '!=', keep)
  await query.execute()
  await tx.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute()
  await recordEvent(tx, hub, { topic: 'session.ended', actor: name, payload: { userId } })
}
