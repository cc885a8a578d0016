import { HubError, tokenRoles, type TokenRole } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { toHex } from '../db/db.ts'
import type { AccessTokenTable } from '../db/schema.ts'
import { recordEvent } from '../events/index.ts'
import type { Hub } from '../hub.ts'
import { type Actor, type ActorToken, tokenPermissions, type TokenScope, type UserActor } from './actor.ts'
import { actorKeeper, forgetActors, knownActor } from './actor-cache.ts'
import { loadActor } from './load-actor.ts'
import { requireUser, requireWriter } from './require-user.ts'
import { randomAlphanumerics, secretHash } from './secrets.ts'

/** `last_used` is written at most this often. */
const touchMs = 60_000

const scopesSchema = z.array(
  z.object({
    entity: z.object({ type: z.enum(['model', 'dataset', 'space', 'user', 'org']), name: z.string().min(1).max(200) }),
    permissions: z.array(z.enum(tokenPermissions)).min(1),
  }),
)

export interface AccessTokenInfo {
  readonly uid: string
  readonly name: string
  readonly role: TokenRole
  readonly scopes: readonly TokenScope[]
  /** The last four characters. */
  readonly hint: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/**
 * Makes an access token. The secret is in the answer and nowhere else: only its hash is stored.
 * A caller that itself came with a token may not make another one, lest a stolen token outlive its revocation.
 */
export async function createAccessToken(
  hub: Hub,
  actor: Actor,
  input: { name: string; role: TokenRole; scopes?: readonly TokenScope[]; expiresAt?: Date | null },
): Promise<{ token: string; info: AccessTokenInfo }> {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', {
      message: 'An access token is made in a signed-in browser or on the command line, not with another token',
    })
  return insertAccessToken(hub, user.userId, user.name, { ...input, token: `hf_${randomAlphanumerics(40, hub.randomBytes)}` })
}

/** For the command line and the first start: the caller vouches for the user. */
export async function insertAccessToken(
  hub: Hub,
  userId: number,
  actorName: string,
  input: { name: string; role: TokenRole; scopes?: readonly TokenScope[]; expiresAt?: Date | null; token?: string },
): Promise<{ token: string; info: AccessTokenInfo }> {
  const token = input.token ?? `hf_${randomAlphanumerics(40, hub.randomBytes)}`
  const name = input.name.trim()
  if (name === '' || name.length > 100)
    throw new HubError('body.invalid', { message: 'A token has a name of 1 to 100 characters', field: 'name' })
  if (!tokenRoles.includes(input.role))
    throw new HubError('body.invalid', { message: `A token is one of ${tokenRoles.join(', ')}`, field: 'role' })
  const scopes = scopesSchema.safeParse(input.scopes ?? [])
  if (!scopes.success) throw new HubError('body.invalid', { message: 'The scopes of the token are malformed', field: 'scopes' })
  if (input.role === 'fineGrained' && scopes.data.length === 0)
    throw new HubError('body.invalid', { message: 'A fine-grained token needs at least one scope', field: 'scopes' })
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
        scopes: JSON.stringify(scopes.data),
        created: hub.now().getTime(),
        expires: input.expiresAt?.getTime() ?? null,
        last_used: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, hub, { topic: 'token.created', actor: actorName, payload: { name, role: input.role } })
    return inserted
  })
  return { token, info: toInfo(row) }
}

/** The user behind a token, with its scopes. @throws {HubError} `auth.invalid_token` when unknown, revoked or expired */
export async function actorFromToken(hub: Hub, token: string): Promise<UserActor> {
  const hash = secretHash(token)
  const key = `t:${toHex(hash)}`
  const now = hub.now().getTime()
  const known = knownActor(hub, key)
  if (known && (known.expiresAt === null || known.expiresAt > now)) return known.actor
  const keep = actorKeeper(hub, key)
  const row = token.startsWith('hf_')
    ? await hub.db.read.selectFrom('access_token').selectAll().where('token_hash', '=', hash).executeTakeFirst()
    : undefined
  if (!row || (row.expires !== null && row.expires <= now)) throw new HubError('auth.invalid_token')
  const actorToken: ActorToken = {
    id: row.id,
    name: row.name,
    role: row.role as TokenRole,
    scopes: scopesSchema.parse(JSON.parse(row.scopes)),
    createdAt: new Date(row.created),
    expiresAt: row.expires === null ? null : new Date(row.expires),
  }
  const actor = await loadActor(hub.db.read, row.user_id, actorToken)
  if (!actor) throw new HubError('auth.invalid_token')
  if (row.last_used === null || now - row.last_used > touchMs) {
    await hub.db.write(async (tx) => {
      await tx.updateTable('access_token').set({ last_used: now }).where('id', '=', row.id).execute()
    })
  }
  keep({ actor, expiresAt: row.expires })
  return actor
}

/** The caller's tokens, newest first. */
export async function listAccessTokens(hub: Hub, actor: Actor): Promise<AccessTokenInfo[]> {
  const user = requireUser(actor)
  const rows = await hub.db.read.selectFrom('access_token').selectAll().where('user_id', '=', user.userId).orderBy('id', 'desc').execute()
  return rows.map(toInfo)
}

/** @throws {HubError} `token.not_found` */
export async function revokeAccessToken(hub: Hub, actor: Actor, uid: string): Promise<void> {
  const user = requireWriter(actor)
  await hub.db.write(async (tx) => {
    const done = await tx.deleteFrom('access_token').where('uid', '=', uid).where('user_id', '=', user.userId).executeTakeFirst()
    if (done.numDeletedRows === 0n) throw new HubError('token.not_found')
    await recordEvent(tx, hub, { topic: 'token.revoked', actor: user.name, payload: { uid, userId: user.userId } })
  })
  forgetActors(hub)
}

function toInfo(row: Selectable<AccessTokenTable>): AccessTokenInfo {
  return {
    uid: row.uid,
    name: row.name,
    role: row.role as TokenRole,
    scopes: scopesSchema.parse(JSON.parse(row.scopes)),
    hint: row.hint,
    createdAt: new Date(row.created),
    expiresAt: row.expires === null ? null : new Date(row.expires),
    lastUsedAt: row.last_used === null ? null : new Date(row.last_used),
  }
}
