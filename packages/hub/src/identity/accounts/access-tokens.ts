import { HubError, tokenLimits, tokenRoles, type TokenRole } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { toBuffer, toHex } from '../../foundation/db/db.ts'
import type { AccessTokenTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import {
  type Actor,
  type ActorToken,
  type TokenGrants,
  type UserActor,
  requireUser,
  requireUnlimited,
  requireWriter,
} from '../../foundation/actor/index.ts'
import { actorKeeper, invalidateActors, knownActor } from './actor-cache.ts'
import { loadCaller } from './load-actor.ts'
import { actorOfApp, oauthTokenPrefix } from './oauth-actor.ts'
import { requireRecentProof } from './recent-proof.ts'
import { randomAlphanumerics, secretHash } from './secrets.ts'
import { grantColumns, readGrants, resolveGrants, type TokenGrantsInput } from './token-scopes.ts'

/** Minimum time between updates of `last_used`. */
const touchMs = 60_000

export interface AccessTokenInfo extends TokenGrants {
  readonly uid: string
  readonly name: string
  readonly role: TokenRole
  /** The last four characters. */
  readonly hint: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

export interface NewAccessToken extends TokenGrantsInput {
  readonly name: string
  readonly role: TokenRole
  readonly expiresAt?: Date | null
}

/**
 * Creates an access token. The secret is only in the return value: just its hash is stored.
 * A caller authenticated by a token may not create another one; otherwise a stolen token could outlive its revocation.
 * @throws {HubError} `auth.forbidden`, `token.too_many`, `body.invalid` (details: `field`), also for a grant on something the caller cannot see
 */
export async function createAccessToken(hub: Hub, actor: Actor, input: NewAccessToken): Promise<{ token: string; info: AccessTokenInfo }> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'token.create')
  await checkNewToken(hub, user.userId, input)
  return insertAccessToken(hub, user.userId, user.name, input, user)
}

/** The rules for tokens that people request. @throws {HubError} `body.invalid`, `token.too_many` */
export async function checkNewToken(hub: Hub, userId: number, input: NewAccessToken): Promise<void> {
  if (input.role === 'fineGrained' && !mayAnything(input))
    throw new HubError('body.invalid', { message: 'A fine-grained token must have at least one permission', field: 'scopes' })
  if (input.expiresAt && input.expiresAt.getTime() <= hub.now().getTime())
    throw new HubError('body.invalid', { message: 'The expiration date of a token must be in the future', field: 'expires' })
  const { n } = await hub.db.read
    .selectFrom('access_token')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= tokenLimits.perAccount) throw new HubError('token.too_many')
}

function mayAnything({ scopes = [], global = [], canReadGatedRepos = false }: TokenGrantsInput): boolean {
  return canReadGatedRepos || global.length > 0 || scopes.some(({ permissions }) => permissions.length > 0)
}

function requireBrowser(actor: Actor): UserActor {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', {
      message: 'You can create access tokens only in a signed-in browser or on the command line, not with another token',
    })
  return user
}

/**
 * Callers of this function vouch for the user: the command line, the first start, an approved sign-in.
 * A fine-grained token without permissions sees what is public, as its user.
 * @param input.token the secret, if provided from outside; it begins with `hf_`
 * @param input.about additional details for the audit log
 * @param limitedTo the actor whose permissions limit the grants; unlimited if omitted
 */
export async function insertAccessToken(
  hub: Hub,
  userId: number,
  actorName: string,
  input: NewAccessToken & { readonly token?: string; readonly about?: Readonly<Record<string, string>> },
  limitedTo: UserActor | null = null,
): Promise<{ token: string; info: AccessTokenInfo }> {
  const token = input.token ?? newSecret(hub)
  const name = input.name.trim()
  if (name === '' || name.length > tokenLimits.name)
    throw new HubError('body.invalid', { message: `The name of a token must have 1 to ${tokenLimits.name} characters`, field: 'name' })
  if (!tokenRoles.includes(input.role))
    throw new HubError('body.invalid', { message: `The role of a token must be one of ${tokenRoles.join(', ')}`, field: 'role' })
  const grants = await resolveGrants(hub.db.read, input.role === 'fineGrained' ? input : {}, limitedTo)
  const row = await hub.db.write(async (tx) => {
    const inserted = await tx
      .insertInto('access_token')
      .values({
        uid: hub.newId(),
        user_id: userId,
        name,
        role: input.role,
        token_hash: secretHash(token),
        hint: token.slice(-4),
        ...grantColumns(grants),
        created: hub.now().getTime(),
        expires: input.expiresAt?.getTime() ?? null,
        last_used: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, hub, {
      topic: 'token.created',
      actor: actorName,
      payload: { ...input.about, name, role: input.role, uid: inserted.uid, userId },
    })
    await tellAccount(tx, hub, userId, { kind: 'token-created', token: name })
    return inserted
  })
  return { token, info: toInfo(row, grants) }
}

function newSecret(hub: Hub): string {
  return `hf_${randomAlphanumerics(40, hub.randomBytes)}`
}

/** The user a token belongs to, with its scopes. @throws {HubError} `auth.invalid_token` when unknown, revoked or expired */
export async function actorFromToken(hub: Hub, token: string): Promise<UserActor> {
  const hash = secretHash(token)
  const key = `t:${toHex(hash)}`
  const now = hub.now().getTime()
  const known = knownActor(hub, key)
  if (known && (known.expiresAt === null || known.expiresAt > now)) return known.actor
  const keep = actorKeeper(hub, key)
  if (token.startsWith(oauthTokenPrefix)) return actorOfApp(hub, hash, keep)
  const row = token.startsWith('hf_') ? await openToken(hub, hash) : undefined
  const actor = row && (await actorOfRow(hub, row))
  if (!row || !actor) throw new HubError('auth.invalid_token')
  if (row.last_used === null || now - row.last_used > touchMs) {
    await hub.db.write(async (tx) => {
      await tx.updateTable('access_token').set({ last_used: now }).where('id', '=', row.id).execute()
    })
  }
  keep({ actor, expiresAt: row.expires })
  return actor
}

/** The user behind a token that counts still, by the sha-256 of its secret; for what was signed for its holder. */
export async function actorOfTokenHash(hub: Hub, hash: Buffer): Promise<UserActor | null> {
  const row = await openToken(hub, hash)
  return row ? actorOfRow(hub, row) : null
}

async function openToken(hub: Hub, hash: Buffer): Promise<Selectable<AccessTokenTable> | undefined> {
  const row = await hub.db.read.selectFrom('access_token').selectAll().where('token_hash', '=', hash).executeTakeFirst()
  return row && (row.expires === null || row.expires > hub.now().getTime()) ? row : undefined
}

async function actorOfRow(hub: Hub, row: Selectable<AccessTokenTable>): Promise<UserActor | null> {
  const [grants = noGrants] = await readGrants(hub.db.read, [row])
  const token: ActorToken = {
    id: row.id,
    name: row.name,
    role: row.role as TokenRole,
    ...grants,
    createdAt: new Date(row.created),
    expiresAt: row.expires === null ? null : new Date(row.expires),
  }
  const user = await loadCaller(hub, row.user_id, token)
  return user && { ...user, credential: `token:${toBuffer(row.token_hash).toString('base64url')}` }
}

/** The caller's tokens, newest first. */
export async function listAccessTokens(hub: Hub, actor: Actor): Promise<AccessTokenInfo[]> {
  return listTokensOf(hub, requireUnlimited(actor).userId)
}

/** The tokens of an account, newest first; the caller has checked permission. */
export async function listTokensOf(hub: Hub, userId: number): Promise<AccessTokenInfo[]> {
  const rows = await hub.db.read
    .selectFrom('access_token')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(listed)
    .execute()
  const grants = await readGrants(hub.db.read, rows)
  return rows.map((row, at) => toInfo(row, grants[at] ?? noGrants))
}

/** @throws {HubError} `token.not_found` */
export async function revokeAccessToken(hub: Hub, actor: Actor, uid: string): Promise<void> {
  const user = requireWriter(actor)
  await removeToken(hub, user.userId, user.name, uid)
}

/** Revokes a token of an account. @throws {HubError} `token.not_found` */
export async function removeToken(hub: Hub, userId: number, actorName: string, uid: string): Promise<void> {
  await hub.db.write(async (tx) => {
    const done = await tx.deleteFrom('access_token').where('uid', '=', uid).where('user_id', '=', userId).executeTakeFirst()
    if (done.numDeletedRows === 0n) throw new HubError('token.not_found')
    await recordEvent(tx, hub, { topic: 'token.revoked', actor: actorName, payload: { uid, userId } })
  })
  invalidateActors(hub)
}

/**
 * Gives a token a new secret; the old one stops working immediately. Permissions and expiry stay the same.
 * @throws {HubError} `auth.forbidden` for a caller using a token; `token.not_found`, also for an expired one
 */
export async function refreshAccessToken(hub: Hub, actor: Actor, uid: string): Promise<{ token: string; info: AccessTokenInfo }> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'token.refresh')
  const token = newSecret(hub)
  const now = hub.now().getTime()
  const row = await hub.db.write(async (tx) => {
    const updated = await tx
      .updateTable('access_token')
      .set({ token_hash: secretHash(token), hint: token.slice(-4), created: now, last_used: null })
      .where('uid', '=', uid)
      .where('user_id', '=', user.userId)
      .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
      .returningAll()
      .executeTakeFirst()
    if (!updated) throw new HubError('token.not_found')
    await recordEvent(tx, hub, { topic: 'token.refreshed', actor: user.name, payload: { uid, name: updated.name, userId: user.userId } })
    return updated
  })
  invalidateActors(hub)
  const [grants = noGrants] = await readGrants(hub.db.read, [row])
  return { token, info: toInfo(row, grants) }
}

const noGrants: TokenGrants = { scopes: [], global: [], canReadGatedRepos: false }
/** Maximum tokens in one list: sign-ins of devices and applications add to those created by hand. */
const listed = 500

function toInfo(row: Selectable<AccessTokenTable>, grants: TokenGrants): AccessTokenInfo {
  return {
    uid: row.uid,
    name: row.name,
    role: row.role as TokenRole,
    ...grants,
    hint: row.hint,
    createdAt: new Date(row.created),
    expiresAt: row.expires === null ? null : new Date(row.expires),
    lastUsedAt: row.last_used === null ? null : new Date(row.last_used),
  }
}
