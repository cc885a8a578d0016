import { createHash } from 'node:crypto'
import type { OAuthScope } from '@portolan/contract'
import { SignJWT } from 'jose'
import { type Account, listOrgsOf, toAccount } from '../../identity/accounts/index.ts'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { OAuthError } from './oauth-error.ts'
import { idTokenAlgorithm, signingKey } from './signing-keys.ts'
import type { OAuthTokens } from './tokens.ts'

/** Lifetime of an ID token. Seconds. */
const idTokenSeconds = 3600

/** Addresses used in claims about an account. */
export interface AccountAddresses {
  /** The hub's address: the issuer in ID tokens. */
  readonly issuer: string
  picture(name: string): string
}

/**
 * Claims about the user, as far as the scopes allow (OpenID Connect Core, 5.4).
 * `canPay` is left out: it needs the scope `read-billing`, which this hub does not have.
 * `email_verified`: whether the address was confirmed.
 */
export async function userClaims(
  hub: Hub,
  user: Account,
  scopes: readonly OAuthScope[],
  at: AccountAddresses,
): Promise<Record<string, unknown> & { sub: string }> {
  const has = (scope: OAuthScope) => scopes.includes(scope)
  const orgs = has('profile') || has('read-memberships') ? await listOrgsOf(hub, user.id) : null
  return {
    sub: user.uid,
    ...(has('profile')
      ? {
          name: user.fullname,
          preferred_username: user.name,
          profile: `${at.issuer}/${user.name}`,
          picture: at.picture(user.name),
          ...(user.website === null ? {} : { website: user.website }),
          isPro: false,
        }
      : {}),
    ...(has('email') && user.email !== null ? { email: user.email, email_verified: user.isEmailConfirmed } : {}),
    ...(orgs === null
      ? {}
      : {
          orgs: orgs.map(({ org, role }) => ({
            sub: org.uid,
            name: org.fullname,
            preferred_username: org.name,
            picture: at.picture(org.name),
            isEnterprise: false,
            roleInOrg: role,
          })),
          // Tools such as Grafana map these to their own roles.
          ...(orgs.length === 0 ? {} : { groups: orgs.map(({ org }) => org.name) }),
        }),
  }
}

/** A signed statement of who signed in to which app (OpenID Connect Core, 2); `null` when `openid` was not requested. */
export async function idToken(hub: Hub, tokens: OAuthTokens, at: AccountAddresses): Promise<string | null> {
  if (!tokens.scopes.includes('openid')) return null
  const { identity } = tokens
  const user = await hub.db.read.selectFrom('account').selectAll().where('id', '=', identity.userId).executeTakeFirstOrThrow()
  const { kid, key } = await signingKey(hub)
  const now = Math.floor(hub.now().getTime() / 1000)
  const half = createHash('sha256').update(tokens.accessToken, 'ascii').digest().subarray(0, 16).toString('base64url')
  return new SignJWT({
    ...(await userClaims(hub, toAccount(user), tokens.scopes, at)),
    ...(identity.nonce === null ? {} : { nonce: identity.nonce }),
    auth_time: Math.floor(identity.signedInAt.getTime() / 1000),
    at_hash: half,
    azp: identity.clientId,
  })
    .setProtectedHeader({ alg: idTokenAlgorithm, kid, typ: 'JWT' })
    .setIssuer(at.issuer)
    .setAudience(identity.clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + idTokenSeconds)
    .sign(key)
}

/** The response to an app that asks, with its access token, who the user is. @throws {OAuthError} `access_denied` for any other token */
export async function userInfo(hub: Hub, actor: Actor, at: AccountAddresses): Promise<Record<string, unknown>> {
  const user = requireUser(actor)
  const app = user.token?.app
  if (!app)
    throw new OAuthError('access_denied', 'This endpoint accepts only access tokens of applications; use /api/whoami-v2 for other tokens')
  const row = await hub.db.read.selectFrom('account').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow()
  return userClaims(hub, toAccount(row), app.scopes, at)
}
