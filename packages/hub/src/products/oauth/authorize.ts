import { type OAuthScope, oauthScopeTable } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { requireRecentProof, secretHash } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { requirePerson } from './apps.ts'
import { type AuthorizationRequest, type AuthorizationTarget, readRequest, readTarget } from './authorization-request.ts'
import { OAuthError } from './oauth-error.ts'
import { isOnDevice, withParameters } from './redirect-uris.ts'
import { inOrder, storedScopes } from './scopes.ts'

/** Lifetime of a code: the app's server exchanges it immediately. Seconds. */
const codeLifeSeconds = 120
/** A sign-in this recent need not be repeated; otherwise `max_age=0` would loop forever. Milliseconds. */
const justNowMs = 60_000
/** Maximum pending codes per user and app. */
const maxCodes = 20

/** A browser with a request to sign in to an app. */
export interface Visit {
  /** The full query. */
  readonly parameters: URLSearchParams
  /** The hub's address, as seen by this browser. */
  readonly issuer: string
  /** When the person signed in to the hub in this browser. */
  readonly signedInAt: Date | null
}

/** What the consent page shows. */
export interface ConsentView {
  readonly app: AppView
  readonly scopes: readonly { readonly scope: OAuthScope; readonly label: string; readonly isNew: boolean }[]
  /** The redirect target: a host, or the scheme of a program on this device. */
  readonly returnsTo: string
  readonly isOnDevice: boolean
  /** The redirect target as a content security policy source. */
  readonly formTarget: string
}

export interface AppView {
  readonly name: string
  readonly owner: string
  readonly website: string | null
}

export type Authorization =
  /** The browser goes back to the app. */
  | { readonly kind: 'return'; readonly location: string }
  /** The person has to sign in first (`again`: even though they are signed in), then comes back with these parameters. */
  | { readonly kind: 'sign_in'; readonly again: boolean; readonly parameters: URLSearchParams }
  | { readonly kind: 'ask'; readonly view: ConsentView }
  /** The app made a mistake. Nobody is redirected to an address some user registered without clicking themselves. */
  | {
      readonly kind: 'mistake'
      readonly app: AppView
      readonly error: string
      readonly message: string
      readonly back: string
      readonly returnsTo: string
    }

/**
 * Decides what to do with a browser that an app sent here.
 * @throws {HubError} `oauth.unknown_client`, `oauth.redirect_mismatch`, `oauth.invalid_request`; `auth.forbidden` for a caller using a token
 */
export async function beginAuthorization(hub: Hub, actor: Actor, visit: Visit): Promise<Authorization> {
  const target = await readTarget(hub, visit.parameters, visit.issuer)
  let request: AuthorizationRequest
  try {
    request = readRequest(target, visit.parameters)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return mistake(target, visit, error)
  }
  const back = (error: OAuthError) => ({ kind: 'return' as const, location: errorLocation(target, visit, error) })
  const isSilent = request.prompt.has('none')
  if (actor.kind !== 'user' || visit.signedInAt === null) {
    if (isSilent) return back(new OAuthError('login_required', 'The user is not signed in'))
    return { kind: 'sign_in', again: false, parameters: visit.parameters }
  }
  const user = requirePerson(actor)
  if (isTooOld(hub, request, visit.signedInAt)) {
    if (isSilent) return back(new OAuthError('login_required', 'The user signed in too long ago'))
    const parameters = new URLSearchParams(visit.parameters)
    // Only once: after signing in, the request continues without it. An app that must be sure checks `auth_time`.
    const rest = [...request.prompt].filter((word) => word !== 'login').join(' ')
    if (rest === '') parameters.delete('prompt')
    else parameters.set('prompt', rest)
    return { kind: 'sign_in', again: true, parameters }
  }
  const known = await allowedScopes(hub, target.app.id, user.userId)
  const isAllowed = known !== null && request.scopes.every((scope) => known.includes(scope))
  // Any program on the device can claim a loopback address or a scheme, so the person has to confirm each time.
  const mustAsk = request.prompt.has('consent') || request.prompt.has('select_account') || isOnDevice(target.redirectUri)
  if (isAllowed && !mustAsk) return { kind: 'return', location: await giveCode(hub, user, request, visit, visit.signedInAt) }
  if (isSilent) return back(new OAuthError('consent_required', 'The user has not granted access yet'))
  return { kind: 'ask', view: consentView(request, known ?? []) }
}

/**
 * Handles the person's decision. The request is validated again: the page's form contains only the request and the decision.
 * @returns where to send the browser
 * @throws {HubError} as {@link beginAuthorization}; `auth.required`, `oauth.invalid_request`
 */
export async function decideAuthorization(hub: Hub, actor: Actor, visit: Visit, isAllowed: boolean): Promise<string> {
  const user = requirePerson(actor)
  const target = await readTarget(hub, visit.parameters, visit.issuer)
  try {
    const request = readRequest(target, visit.parameters)
    if (visit.signedInAt === null || isTooOld(hub, { ...request, prompt: new Set() }, visit.signedInAt))
      throw new OAuthError('login_required', 'The user signed in too long ago')
    if (!isAllowed) throw new OAuthError('access_denied', 'The user denied access')
    await requireRecentProof(hub, actor, 'application.allow')
    return await giveCode(hub, user, request, visit, visit.signedInAt)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return errorLocation(target, visit, error)
  }
}

async function giveCode(
  hub: Hub,
  user: { userId: number; name: string },
  request: AuthorizationRequest,
  visit: Visit,
  signedInAt: Date,
): Promise<string> {
  const code = hub.randomBytes(32).toString('base64url')
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    const before = await tx
      .selectFrom('oauth_grant')
      .select(['id', 'scopes'])
      .where('app_id', '=', request.app.id)
      .where('user_id', '=', user.userId)
      .executeTakeFirst()
    const scopes = inOrder([...storedScopes(before?.scopes ?? ''), ...request.scopes]).join(' ')
    const { id } = await tx
      .insertInto('oauth_grant')
      .values({ uid: hub.newId(), app_id: request.app.id, user_id: user.userId, scopes, created: now, used: now })
      .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet({ scopes, used: now }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('oauth_code').where('expires', '<', now).execute()
    const { n } = await tx
      .selectFrom('oauth_code')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('grant_id', '=', id)
      .where('used', '=', 0)
      .executeTakeFirstOrThrow()
    if (Number(n) >= maxCodes) throw new OAuthError('access_denied', 'Too many sign-ins at once. Try again in a few minutes.')
    await tx
      .insertInto('oauth_code')
      .values({
        code_hash: secretHash(code),
        grant_id: id,
        session_id: null,
        redirect_uri: request.redirectUri,
        scopes: request.scopes.join(' '),
        nonce: request.nonce,
        challenge: request.challenge,
        signed_in: signedInAt.getTime(),
        expires: now + codeLifeSeconds * 1000,
      })
      .execute()
    if (before?.scopes !== scopes)
      await recordEvent(tx, hub, {
        topic: 'oauth.granted',
        actor: user.name,
        payload: { clientId: request.app.clientId, app: request.app.name, scopes, userId: user.userId },
      })
  })
  // `iss` names the responding server, so that an app using several is not tricked into sending the code to another one (RFC 9207).
  return withParameters(request.redirectUri, { code, state: request.state, iss: visit.issuer })
}

/** The scopes the user has already allowed the app; `null` for none yet. */
async function allowedScopes(hub: Hub, appId: number, userId: number): Promise<readonly OAuthScope[] | null> {
  const row = await hub.db.read
    .selectFrom('oauth_grant')
    .select('scopes')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? storedScopes(row.scopes) : null
}

function isTooOld(hub: Hub, request: Pick<AuthorizationRequest, 'maxAge' | 'prompt'>, signedInAt: Date): boolean {
  if (request.prompt.has('login')) return true
  return request.maxAge !== null && hub.now().getTime() - signedInAt.getTime() > Math.max(request.maxAge * 1000, justNowMs)
}

function errorLocation(target: AuthorizationTarget, visit: Visit, error: OAuthError): string {
  return withParameters(target.redirectUri, {
    error: error.error,
    error_description: error.message,
    state: target.state,
    iss: visit.issuer,
  })
}

function mistake(target: AuthorizationTarget, visit: Visit, error: OAuthError): Authorization {
  return {
    kind: 'mistake',
    app: viewOf(target),
    error: error.error,
    message: error.message,
    back: errorLocation(target, visit, error),
    returnsTo: placeOf(target.redirectUri),
  }
}

function consentView(request: AuthorizationRequest, known: readonly OAuthScope[]): ConsentView {
  const url = new URL(request.redirectUri)
  return {
    app: viewOf(request),
    scopes: request.scopes.map((scope) => ({ scope, label: oauthScopeTable[scope].label, isNew: !known.includes(scope) })),
    returnsTo: placeOf(request.redirectUri),
    isOnDevice: isOnDevice(request.redirectUri),
    formTarget: url.origin === 'null' ? url.protocol : url.origin,
  }
}

function viewOf({ app: { name, owner, website } }: AuthorizationTarget): AppView {
  return { name, owner, website }
}

function placeOf(uri: string): string {
  const url = new URL(uri)
  return url.host === '' || !url.protocol.startsWith('http') ? url.protocol : url.host
}
