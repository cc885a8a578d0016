import { createHash, timingSafeEqual } from 'node:crypto'
import { limits, type OAuthScope } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { invalidateActors, oauthTokenPrefix, randomAlphanumerics, secretHash } from '../../identity/accounts/index.ts'
import { toBuffer, type Tx } from '../../foundation/db/db.ts'
import type { OAuthSessionTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import type { OAuthApp } from './apps.ts'
import { OAuthError } from './oauth-error.ts'
import { inOrder, parseScopes, storedScopes } from './scopes.ts'

/** Lifetime of an access token. Seconds. */
export const accessTokenSeconds = 8 * 3600
/** Lifetime of a refresh token, from its last use. Milliseconds. */
const refreshLifeMs = 30 * 24 * 3600 * 1000
const refreshPrefix = 'hf_oauth_refresh_'

/** The response to an app. */
export interface OAuthTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly scopes: readonly OAuthScope[]
  /** Claims of the ID token, when `openid` was allowed. */
  readonly identity: { readonly userId: number; readonly clientId: string; readonly nonce: string | null; readonly signedInAt: Date }
}

const noGrant = (why: string) => new OAuthError('invalid_grant', why)
/** One message for every reason: callers need not learn which one it was. */
const badCode = () =>
  noGrant('The code is invalid, already used, or expired, or it was issued to another application or for another redirect URI')

/**
 * Exchanges a code (RFC 6749, 4.1.3; RFC 7636). Using a code a second time revokes everything issued the first time: one of the two who
 * had it was not supposed to.
 * @param app the authenticated app; `null` when it did not identify itself: a public client is known by its code, and PKCE is the proof
 * @throws {OAuthError} `invalid_grant`, `invalid_client`
 */
export async function exchangeCode(
  hub: Hub,
  app: OAuthApp | null,
  sent: { readonly code: string; readonly redirectUri: string | null; readonly verifier: string | null },
): Promise<OAuthTokens> {
  const now = hub.now().getTime()
  const hash = secretHash(sent.code)
  const result = await hub.db.write(async (tx): Promise<OAuthTokens | OAuthError> => {
    const row = await tx
      .selectFrom('oauth_code')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_code.grant_id')
      .innerJoin('oauth_app', 'oauth_app.id', 'oauth_grant.app_id')
      .innerJoin('account', 'account.id', 'oauth_grant.user_id')
      .selectAll('oauth_code')
      .select([
        'oauth_grant.user_id',
        'oauth_app.uid as client_id',
        'oauth_app.secret_hash',
        'account.disabled',
        'account.name as user_name',
      ])
      .where('oauth_code.code_hash', '=', hash)
      .executeTakeFirst()
    if (!row || row.expires <= now || row.disabled === 1) return badCode()
    if (app === null ? row.secret_hash !== null : app.clientId !== row.client_id) return badCode()
    if (sent.redirectUri !== row.redirect_uri || !verifies(sent.verifier, row.challenge)) return badCode()
    // Counted in one statement: of two concurrent uses, one is the second.
    const first = await tx.updateTable('oauth_code').set({ used: 1 }).where('code_hash', '=', hash).where('used', '=', 0).executeTakeFirst()
    if (first.numUpdatedRows !== 1n) {
      const { session_id } = await tx.selectFrom('oauth_code').select('session_id').where('code_hash', '=', hash).executeTakeFirstOrThrow()
      if (session_id !== null) await endSession(tx, hub, session_id, row.user_name, 'a code was used twice')
      return badCode()
    }
    const secret = hub.randomBytes(32).toString('base64url')
    const uid = hub.newId()
    const { id } = await tx
      .insertInto('oauth_session')
      .values({
        uid,
        grant_id: row.grant_id,
        scopes: row.scopes,
        refresh_hash: secretHash(secret),
        signed_in: row.signed_in,
        created: now,
        expires: now + refreshLifeMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('oauth_code').set({ session_id: id }).where('code_hash', '=', hash).execute()
    await tx.updateTable('oauth_grant').set({ used: now }).where('id', '=', row.grant_id).execute()
    await keepNewest(tx, row.grant_id)
    const scopes = storedScopes(row.scopes)
    return {
      accessToken: await insertToken(tx, hub, id, scopes),
      refreshToken: `${refreshPrefix}${uid}_${secret}`,
      scopes,
      identity: { userId: row.user_id, clientId: row.client_id, nonce: row.nonce, signedInAt: new Date(row.signed_in) },
    }
  })
  invalidateActors(hub)
  if (result instanceof OAuthError) throw result
  return result
}

/**
 * Exchanges a refresh token for a new one and an access token. The old one is invalidated; if it is used again, someone else has a copy, and
 * the whole sign-in ends (RFC 9700, 4.14.2).
 * @param scope fewer scopes for this access token; the refresh token keeps those the user allowed
 * @throws {OAuthError} `invalid_grant`, `invalid_scope`
 */
export async function refreshTokens(hub: Hub, app: OAuthApp | null, refreshToken: string, scope: string | null): Promise<OAuthTokens> {
  const now = hub.now().getTime()
  const bad = () => noGrant('The refresh token is invalid, already used, revoked, or expired. The user must sign in again.')
  const result = await hub.db.write(async (tx): Promise<OAuthTokens | OAuthError> => {
    const found = await findRefresh(tx, refreshToken)
    if (!found || found.row.expires <= now || found.row.disabled === 1) return bad()
    const { row, isCurrent } = found
    if (app === null ? row.secret_hash !== null : app.clientId !== row.client_id) return bad()
    if (!isCurrent) {
      await endSession(tx, hub, row.id, row.user_name, 'a refresh token was used twice')
      return bad()
    }
    const allowed = storedScopes(row.scopes)
    const asked = scope === null || scope.trim() === '' ? allowed : parseScopes(scope)
    if (asked.some((each) => !allowed.includes(each))) return new OAuthError('invalid_scope', 'The user did not grant access to this')
    const secret = hub.randomBytes(32).toString('base64url')
    const turned = await tx
      .updateTable('oauth_session')
      .set({ refresh_hash: secretHash(secret), expires: now + refreshLifeMs })
      .where('id', '=', row.id)
      .where('refresh_hash', '=', row.refresh_hash)
      .executeTakeFirst()
    if (turned.numUpdatedRows !== 1n) {
      // Two requests used the same one concurrently.
      await endSession(tx, hub, row.id, row.user_name, 'a refresh token was used twice')
      return bad()
    }
    await tx.deleteFrom('oauth_token').where('session_id', '=', row.id).where('expires', '<=', now).execute()
    await tx.updateTable('oauth_grant').set({ used: now }).where('id', '=', row.grant_id).execute()
    const scopes = inOrder(asked)
    return {
      accessToken: await insertToken(tx, hub, row.id, scopes),
      refreshToken: `${refreshPrefix}${row.uid}_${secret}`,
      scopes,
      identity: { userId: row.user_id, clientId: row.client_id, nonce: null, signedInAt: new Date(row.signed_in) },
    }
  })
  invalidateActors(hub)
  if (result instanceof OAuthError) throw result
  return result
}

/** Revokes a token of the app (RFC 7009): a refresh token with the whole sign-in, an access token by itself. Unknown tokens count as already revoked. */
export async function revokeOAuthToken(hub: Hub, app: OAuthApp, token: string): Promise<void> {
  await hub.db.write(async (tx) => {
    const found = await findRefresh(tx, token)
    if (found) {
      if (found.row.client_id === app.clientId && found.isCurrent)
        await endSession(tx, hub, found.row.id, found.row.user_name, 'the application')
      return
    }
    const row = await tx
      .selectFrom('oauth_token')
      .innerJoin('oauth_session', 'oauth_session.id', 'oauth_token.session_id')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_session.grant_id')
      .select('oauth_token.id')
      .where('oauth_token.token_hash', '=', secretHash(token))
      .where('oauth_grant.app_id', '=', app.id)
      .executeTakeFirst()
    if (row) await tx.deleteFrom('oauth_token').where('id', '=', row.id).execute()
  })
  invalidateActors(hub)
}

/** Deletes what has expired. */
export async function pruneOAuth(hub: Hub): Promise<void> {
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('oauth_code').where('expires', '<=', now).execute()
    await tx.deleteFrom('oauth_token').where('expires', '<=', now).execute()
    await tx.deleteFrom('oauth_session').where('expires', '<=', now).execute()
  })
}

function verifies(verifier: string | null, challenge: string | null): boolean {
  // A verifier without a challenge: someone removed the challenge from the request on its way (RFC 9700, 2.1.1).
  if (challenge === null) return verifier === null || verifier === ''
  if (verifier === null || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return timingSafeEqual(createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url'))
}

async function insertToken(tx: Tx, hub: Hub, sessionId: number, scopes: readonly OAuthScope[]): Promise<string> {
  const token = `${oauthTokenPrefix}${randomAlphanumerics(43, hub.randomBytes)}`
  const now = hub.now().getTime()
  // An app that keeps refreshing has only its latest tokens.
  const old = await tx
    .selectFrom('oauth_token')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .offset(limits.oauthTokensPerSession - 1)
    .limit(limits.oauthTokensPerSession)
    .execute()
  if (old.length > 0)
    await tx
      .deleteFrom('oauth_token')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
  await tx
    .insertInto('oauth_token')
    .values({
      token_hash: secretHash(token),
      session_id: sessionId,
      scopes: scopes.join(' '),
      created: now,
      expires: now + accessTokenSeconds * 1000,
    })
    .execute()
  return token
}

/** Each sign-in with the app adds a session; the oldest ones are removed. */
async function keepNewest(tx: Tx, grantId: number): Promise<void> {
  const old = await tx
    .selectFrom('oauth_session')
    .select('id')
    .where('grant_id', '=', grantId)
    .orderBy('id', 'desc')
    .offset(limits.oauthSessionsPerGrant)
    .limit(limits.oauthSessionsPerGrant)
    .execute()
  for (const { id } of old) await tx.deleteFrom('oauth_session').where('id', '=', id).execute()
}

async function endSession(tx: Tx, hub: Hub, sessionId: number, userName: string, why: string): Promise<void> {
  const row = await tx
    .selectFrom('oauth_session')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_session.grant_id')
    .innerJoin('oauth_app', 'oauth_app.id', 'oauth_grant.app_id')
    .select(['oauth_app.uid', 'oauth_app.name', 'oauth_grant.user_id'])
    .where('oauth_session.id', '=', sessionId)
    .executeTakeFirst()
  await tx.deleteFrom('oauth_session').where('id', '=', sessionId).execute()
  await recordEvent(tx, hub, {
    topic: 'oauth.revoked',
    actor: userName,
    payload: { clientId: row?.uid ?? null, app: row?.name ?? null, userId: row?.user_id ?? null, why },
  })
}

type RefreshRow = Selectable<OAuthSessionTable> & {
  user_id: number
  client_id: string
  secret_hash: Uint8Array | null
  disabled: number
  user_name: string
}

/** The sign-in a refresh token belongs to, and whether it is the currently valid one. */
async function findRefresh(tx: Tx, token: string): Promise<{ row: RefreshRow; isCurrent: boolean } | null> {
  const [, uid, secret] = /^hf_oauth_refresh_([0-9a-f]{24})_([\w-]{43})$/.exec(token) ?? []
  if (uid === undefined || secret === undefined) return null
  const row = await tx
    .selectFrom('oauth_session')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_session.grant_id')
    .innerJoin('oauth_app', 'oauth_app.id', 'oauth_grant.app_id')
    .innerJoin('account', 'account.id', 'oauth_grant.user_id')
    .selectAll('oauth_session')
    .select(['oauth_grant.user_id', 'oauth_app.uid as client_id', 'oauth_app.secret_hash', 'account.disabled', 'account.name as user_name'])
    .where('oauth_session.uid', '=', uid)
    .executeTakeFirst()
  return row ? { row, isCurrent: timingSafeEqual(secretHash(secret), toBuffer(row.refresh_hash)) } : null
}
