import { HubError, type OAuthScope } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import { findApp, type OAuthApp } from './apps.ts'
import { OAuthError } from './oauth-error.ts'
import { isBelow, isRegistered } from './redirect-uris.ts'
import { givenScopes, parseScopes } from './scopes.ts'
import { currentSpaceApp } from './space-apps.ts'

/** Which app is asking, and where to respond. Resolved before anything is sent to anyone but the person in the browser. */
export interface AuthorizationTarget {
  readonly app: OAuthApp
  readonly redirectUri: string
  readonly state: string | null
}

/** A request to sign in to an app (RFC 6749, 4.1.1; OpenID Connect Core, 3.1.2.1; RFC 7636). */
export interface AuthorizationRequest extends AuthorizationTarget {
  /** What it would be granted: scopes this hub does not support are left out. */
  readonly scopes: readonly OAuthScope[]
  readonly nonce: string | null
  /** S256. */
  readonly challenge: string | null
  readonly prompt: ReadonlySet<Prompt>
  /** Maximum age of the person's sign-in to the hub. Seconds. */
  readonly maxAge: number | null
}

type Prompt = 'none' | 'login' | 'consent' | 'select_account'
const prompts: readonly string[] = ['none', 'login', 'consent', 'select_account'] satisfies Prompt[]
/** Characters. */
const maxState = 4_000
const maxNonce = 500

/**
 * Resolves the app and its redirect URI. If either is in doubt, nobody is redirected: the person sees an error instead.
 * @param issuer the hub's address, as seen by the browser
 * @throws {HubError} `oauth.invalid_request`, `oauth.unknown_client`, `oauth.redirect_mismatch`
 */
export async function readTarget(hub: Hub, parameters: URLSearchParams, issuer: string): Promise<AuthorizationTarget> {
  const required = (name: string) => {
    const [value, second] = parameters.getAll(name)
    if (!value || second !== undefined)
      throw new HubError('oauth.invalid_request', { message: `The request must have exactly one ${name}`, parameter: name })
    return value
  }
  const registered = await findApp(hub.db.read, required('client_id'))
  const redirectUri = required('redirect_uri')
  if (!registered) throw new HubError('oauth.unknown_client')
  const space = registered.spaceId === null ? null : await currentSpaceApp(hub, registered, issuer)
  if (registered.spaceId !== null && space === null) throw new HubError('oauth.unknown_client')
  const app = space?.app ?? registered
  const isOwn = space === null ? isRegistered(app.redirectUris, redirectUri) : isBelow(space.origin, redirectUri)
  if (!isOwn) throw new HubError('oauth.redirect_mismatch')
  const states = parameters.getAll('state')
  return { app, redirectUri, state: states.length === 1 ? (states[0] ?? null) : null }
}

/** Parses the rest of the request. @throws {OAuthError} the app's mistake */
export function readRequest(target: AuthorizationTarget, parameters: URLSearchParams): AuthorizationRequest {
  for (const name of new Set(parameters.keys()))
    if (parameters.getAll(name).length > 1) throw new OAuthError('invalid_request', 'A parameter appears more than once')
  const given = (name: string) => parameters.get(name) || null
  if (given('request') !== null) throw new OAuthError('request_not_supported', 'Request objects are not supported')
  if (given('request_uri') !== null) throw new OAuthError('request_uri_not_supported', 'Request objects are not supported')
  if (given('response_type') !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code')
  if ((given('response_mode') ?? 'query') !== 'query') throw new OAuthError('invalid_request', 'response_mode must be query')
  if ((target.state?.length ?? 0) > maxState) throw new OAuthError('invalid_request', `state can have at most ${maxState} characters`)
  const nonce = given('nonce')
  if ((nonce?.length ?? 0) > maxNonce) throw new OAuthError('invalid_request', `nonce can have at most ${maxNonce} characters`)
  const scopes = givenScopes(parseScopes(given('scope') ?? 'openid profile'), target.app.scopes)
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'This hub does not support any of the requested scopes')
  return {
    ...target,
    scopes,
    nonce,
    challenge: challengeOf(target.app, given('code_challenge'), given('code_challenge_method')),
    prompt: promptOf(given('prompt')),
    maxAge: maxAgeOf(given('max_age')),
  }
}

/** Without PKCE, anyone who sees a public client's code could use it. `plain`, the standard's default, protects against nothing. */
function challengeOf(app: OAuthApp, challenge: string | null, method: string | null): string | null {
  if (challenge === null) {
    if (method !== null) throw new OAuthError('invalid_request', 'code_challenge is missing')
    if (app.isPublic) throw new OAuthError('invalid_request', 'An application without a secret must use PKCE: code_challenge is missing')
    return null
  }
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (!/^[\w-]{43}$/.test(challenge)) throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 in base64url')
  return challenge
}

function promptOf(text: string | null): ReadonlySet<Prompt> {
  const words = new Set((text ?? '').split(' ').filter((word) => word !== ''))
  for (const word of words)
    if (!prompts.includes(word)) throw new OAuthError('invalid_request', 'prompt must be none, login, consent, or select_account')
  if (words.has('none') && words.size > 1) throw new OAuthError('invalid_request', 'prompt=none cannot be combined with other values')
  return words as ReadonlySet<Prompt>
}

function maxAgeOf(text: string | null): number | null {
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw new OAuthError('invalid_request', 'max_age must be a number of seconds')
  return Number(text)
}
