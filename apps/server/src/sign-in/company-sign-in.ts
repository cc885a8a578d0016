import { queuedFetch, RequestQueue } from '@portolan/client'
import type { ErrorCode } from '@portolan/contract'
import { HubError } from '@portolan/contract'
import type { Identity, IdentityRules, Logger } from '@portolan/hub'
import * as client from 'openid-client'
import type { ServerConfig } from '../config/settings.ts'

/** The identity provider of the company, as the operator set it up. */
export interface CompanySettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: string
  readonly groupsClaim: string
  readonly rules: IdentityRules
}

/** What is kept of a sign-in while the browser is away. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Signs people in with the identity provider: code flow with PKCE, state and nonce (OpenID Connect Core, 3.1). */
export interface CompanySignIn {
  readonly rules: IdentityRules
  /** Where the browser goes. @throws {HubError} `sso.unavailable` */
  begin(redirectUri: string, secrets: SignInSecrets): Promise<URL>
  /**
   * Who came back.
   * @param answered the redirect address with what the provider put into it
   * @throws {HubError} `sso.refused`, `sso.unavailable`, `sso.invalid_answer`
   */
  finish(answered: URL, secrets: SignInSecrets): Promise<Identity>
}

export { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'

/** The provider's description is read again so often. Milliseconds. */
const rereadMs = 3_600_000
/** Seconds that a call to the provider may take, and that its clock may be off. */
const timeoutSeconds = 10
const toleranceSeconds = 30
/** What is only read of the provider is asked for again, within that time; a code is redeemed once. Somebody waits: pauses are short. */
const retries = { maxRetries: 2, minTimeoutMs: 250, maxTimeoutMs: 2_000 }
/** Characters of what is taken over. */
const maxText = 300
const maxGroups = 1_000

/** @returns `null` when the operator named no provider */
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
      // What was read an hour ago is better than nothing.
      if (!known) throw error
      log.warn('the identity provider does not describe itself', about(error))
    }
    return known.config
  }
  return {
    rules: settings.rules,
    begin: (redirectUri, { state, nonce, verifier }) =>
      told(log, async () =>
        client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          response_type: 'code',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
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
        // Many providers tell in the ID token only who it is. The library sees to it that both speak of the same person.
        const more = config.serverMetadata().userinfo_endpoint ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
        return identityOf(config.serverMetadata().issuer, claims.sub, { ...more, ...claims }, settings.groupsClaim)
      }),
  }
}

async function discover(settings: CompanySettings): Promise<client.Configuration> {
  const askAgain = queuedFetch(new RequestQueue(retries))
  // The library's own type of the same options differs in what may be absent.
  const providerFetch: client.CustomFetch = (url, options) => askAgain(url, options as RequestInit)
  const auth = settings.clientSecret === null ? client.None() : client.ClientSecretBasic(settings.clientSecret)
  const config = await client.discovery(new URL(settings.issuer), settings.clientId, { [client.clockTolerance]: toleranceSeconds }, auth, {
    timeout: timeoutSeconds,
    [client.customFetch]: providerFetch,
    // The settings allow http for this machine only.
    execute: settings.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  })
  const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
  // Basic is what every provider has unless it says otherwise (OpenID Connect Discovery, 3).
  const finalConfig =
    settings.clientSecret !== null && methods?.includes('client_secret_basic') === false
      ? withPost(config, settings, settings.clientSecret)
      : config
  // The signature of the ID token is checked although it came over TLS: with it `none` and foreign keys are out.
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

/** A list of words, or one word; below a name that may hold dots itself, or a path of names. */
function groupsOf(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : claim.split('.').reduce<unknown>(member, claims)
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === 'string' && each !== '').slice(0, maxGroups)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/** Runs a step with the provider; whatever goes wrong has one of our codes, and its cause stands in the log. */
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

/** Codes of the library for a provider that is down, slow, or says something other than what it should to anybody. */
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

/** For the log: what the library says, without tokens and codes. */
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
