import { queuedFetch, RequestQueue } from '@portolan/client'
import type { ErrorCode } from '@portolan/contract'
import { HubError } from '@portolan/contract'
import type { Identity, IdentityRules, Logger } from '@portolan/hub'
import * as client from 'openid-client'
import type { ServerConfig } from '../config/settings.ts'

/** The company's identity provider, as configured by the operator. */
export interface CompanySettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: string
  readonly groupsClaim: string
  readonly rules: IdentityRules
}

/** The secrets of a sign-in, kept while the browser is at the provider. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Signs users in with the identity provider: code flow with PKCE, state, and nonce (OpenID Connect Core, 3.1). */
export interface CompanySignIn {
  readonly rules: IdentityRules
  /**
   * The provider's address to redirect the browser to.
   * @param again whether the provider must ask who it is, even if it knows
   * @throws {HubError} `sso.unavailable`
   */
  begin(redirectUri: string, secrets: SignInSecrets, again?: boolean): Promise<URL>
  /**
   * The identity of the user who returned.
   * @param answered the redirect address with the parameters added by the provider
   * @throws {HubError} `sso.refused`, `sso.unavailable`, `sso.invalid_answer`
   */
  finish(answered: URL, secrets: SignInSecrets): Promise<CompanyAnswer>
}

export interface CompanyAnswer {
  readonly identity: Identity
  /** When the user last showed the provider who they are; `null` when it does not say. It may be long ago: providers have sessions, too. */
  readonly authenticatedAt: Date | null
}

export { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'

/** How often the provider's discovery document is reloaded. Milliseconds. */
const rereadMs = 3_600_000
/** The timeout of a call to the provider, and the tolerated clock difference, in seconds. */
const timeoutSeconds = 10
const toleranceSeconds = 30
/** Reads from the provider are retried within the timeout; a code is redeemed only once. A user is waiting, so the delays are short. */
const retries = { maxRetries: 2, minTimeoutMs: 250, maxTimeoutMs: 2_000 }
/** Maximum length of values taken from the provider, in characters. */
const maxText = 300
const maxGroups = 1_000

/** The provider's settings from the configuration. @returns `null` when no provider is configured */
export function companySettings(config: ServerConfig): CompanySettings | null {
  if (config.oidcIssuer === null || config.oidcClientId === null) return null
  return {
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    scopes: config.oidcScopes,
    groupsClaim: config.oidcGroupsClaim,
    rules: {
      domains: config.oidcDomains,
      groups: config.oidcGroups,
      createsAccounts: config.oidcAccounts === 'create',
      orgRoles: config.oidcOrgs,
    },
  }
}

export function companySignIn(settings: CompanySettings, log: Logger): CompanySignIn {
  let known: { config: client.Configuration; readAt: number } | null = null
  const configuration = async () => {
    if (known && Date.now() - known.readAt < rereadMs) return known.config
    try {
      known = { config: await discover(settings), readAt: Date.now() }
    } catch (error) {
      // An outdated discovery document is better than none.
      if (!known) throw error
      log.warn('the identity provider has no usable discovery document', about(error))
    }
    return known.config
  }
  return {
    rules: settings.rules,
    begin: (redirectUri, { state, nonce, verifier }, again = false) =>
      told(log, async () =>
        client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          response_type: 'code',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // With `max_age`, the answer must say when that was (OpenID Connect Core, 2). Some providers know only one of the two.
          ...(again ? { prompt: 'login', max_age: '0' } : {}),
        }),
      ),
    finish: (answered, { state, nonce, verifier }) =>
      told(log, async () => {
        const config = await configuration()
        const tokens = await client.authorizationCodeGrant(config, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new HubError('sso.invalid_answer')
        // With many providers the ID token only identifies the user. The library ensures that both responses are about the same user.
        const more = config.serverMetadata().userinfo_endpoint ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
        const { auth_time: authTime } = claims
        return {
          identity: identityOf(config.serverMetadata().issuer, claims.sub, { ...more, ...claims }, settings.groupsClaim),
          authenticatedAt: authTime === undefined ? null : new Date(authTime * 1000),
        }
      }),
  }
}

async function discover(settings: CompanySettings): Promise<client.Configuration> {
  const askAgain = queuedFetch(new RequestQueue(retries))
  // The library's own type for these options differs in which fields are optional.
  const providerFetch: client.CustomFetch = (url, options) => askAgain(url, options as RequestInit)
  const auth = settings.clientSecret === null ? client.None() : client.ClientSecretBasic(settings.clientSecret)
  const config = await client.discovery(new URL(settings.issuer), settings.clientId, { [client.clockTolerance]: toleranceSeconds }, auth, {
    timeout: timeoutSeconds,
    [client.customFetch]: providerFetch,
    // The settings allow plain http only for this machine.
    execute: settings.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  })
  const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
  // Basic is the default unless the provider states otherwise (OpenID Connect Discovery, 3).
  const finalConfig =
    settings.clientSecret !== null && methods?.includes('client_secret_basic') === false
      ? withPost(config, settings, settings.clientSecret)
      : config
  // Verify the ID token's signature even though it arrived over TLS: this rejects `none` and foreign keys.
  client.enableNonRepudiationChecks(finalConfig)
  return finalConfig
}

function withPost(config: client.Configuration, settings: CompanySettings, secret: string): client.Configuration {
  const post = new client.Configuration(
    config.serverMetadata(),
    settings.clientId,
    { [client.clockTolerance]: toleranceSeconds },
    client.ClientSecretPost(secret),
  )
  post.timeout = timeoutSeconds
  const ask = config[client.customFetch]
  if (ask) post[client.customFetch] = ask
  if (settings.issuer.startsWith('http:')) client.allowInsecureRequests(post)
  return post
}

function identityOf(issuer: string, subject: string, claims: Readonly<Record<string, unknown>>, groupsClaim: string): Identity {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxText) : null
  }
  return {
    issuer,
    subject,
    email: text('email'),
    emailVerified: claims['email_verified'] === true,
    username: text('preferred_username') ?? text('nickname'),
    fullname: text('name'),
    groups: groupsOf(claims, groupsClaim),
  }
}

/** A list of strings, or a single string; the claim is a name, which may contain dots itself, or a dotted path. */
function groupsOf(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : claim.split('.').reduce<unknown>(member, claims)
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === 'string' && each !== '').slice(0, maxGroups)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/** Runs a step with the provider; maps every failure to one of our error codes and logs its cause. */
async function told<T>(log: Logger, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof HubError) throw error
    const code = codeOf(error)
    log.warn('sign-in with the identity provider failed', { code, ...about(error) })
    throw new HubError(code, {}, { cause: error })
  }
}

/** The library's error codes for a provider that is down, slow, or sends responses that are invalid for everyone. */
const outOfOrder = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
])

function codeOf(error: unknown): ErrorCode {
  if (error instanceof client.AuthorizationResponseError) return 'sso.refused'
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code === 'string' && code.startsWith('OAUTH_')) return outOfOrder.has(code) ? 'sso.unavailable' : 'sso.invalid_answer'
  return 'sso.unavailable'
}

/** Log fields: the library's message, without tokens and codes. */
function about(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'unknown' }
  const { cause } = error
  const said = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError ? error.error : undefined
  return {
    error: error.message.slice(0, maxText),
    ...(said === undefined ? {} : { said: said.slice(0, maxText) }),
    ...(cause instanceof Error ? { cause: cause.message.slice(0, maxText) } : {}),
  }
}
