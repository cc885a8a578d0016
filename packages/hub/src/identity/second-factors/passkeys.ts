import { HubError, limits } from '@portolan/contract'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Actor } from '../../foundation/actor/index.ts'
import { toBuffer, type Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { invalidateActors, markProven, requireRecentProof, secretHash } from '../accounts/index.ts'
import { type ChallengePurpose, isChallenge, makeChallenge, useChallenge } from './challenge.ts'
import { requireSession } from './confirm-identity.ts'
import { afterAdding, afterRemoving } from './factor-change.ts'
import type { PasskeySite } from './passkey-site.ts'
import { requireBrowser } from './require-browser.ts'
import { aboutSession, findPendingSignIn, type SignInFrom, type StartedSession, startSession, takePending } from './sign-in.ts'

/** Longest answer of an authenticator. Characters. */
const maxAnswer = 20_000
const timeout = 5 * 60_000

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly uid: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** The library, loaded at first use: most requests need none of it. */
const library = () => import('@simplewebauthn/server')

/** The caller's passkeys, oldest first. */
export async function listPasskeys(hub: Hub, actor: Actor): Promise<Passkey[]> {
  const { userId } = requireBrowser(actor)
  const rows = await hub.db.read.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map((row) => ({
    uid: row.uid,
    name: row.name,
    createdAt: new Date(row.created),
    lastUsedAt: row.last_used === null ? null : new Date(row.last_used),
  }))
}

/** What a browser needs to create a passkey. @throws {HubError} `passkey.too_many`, `auth.forbidden`, `auth.reauthentication_required` */
export async function beginPasskey(hub: Hub, actor: Actor, site: PasskeySite): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { user, session } = requireSession(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  const known = await hub.db.read.selectFrom('passkey').select(['credential_id', 'transports']).where('user_id', '=', user.userId).execute()
  if (known.length >= limits.passkeysPerAccount) throw new HubError('passkey.too_many', { limit: limits.passkeysPerAccount })
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Portolan',
    rpID: site.id,
    userName: user.name,
    // The public id: authenticators show and keep it, and it never changes.
    userID: Uint8Array.from(Buffer.from(user.uid)),
    challenge: await makeChallenge(hub, 'register', session.toString('hex')),
    attestationType: 'none',
    timeout,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Registers a passkey.
 * @param answer of the browser, as JSON
 * @returns the recovery codes, if this is the first second factor
 * @throws {HubError} `auth.passkey_failed`, `passkey.too_many`, `body.invalid` for the name
 */
export async function addPasskey(hub: Hub, actor: Actor, site: PasskeySite, answer: string, name: string): Promise<string[] | null> {
  const { user, session } = requireSession(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  const title = name.trim()
  if (title === '' || title.length > limits.passkeyName || /\p{C}/u.test(title))
    throw new HubError('body.invalid', { message: `The name of a passkey must have 1 to ${limits.passkeyName} characters`, field: 'name' })
  const response = parsed(answer) as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await library()
  let challenge = ''
  const result = await orFailed(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: (given) => isChallenge(hub, (challenge = given), 'register', session.toString('hex')),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    }),
  )
  if (!result.verified) throw new HubError('auth.passkey_failed')
  const { credential } = result.registrationInfo
  const transports = (response.response.transports ?? []).filter((each) => typeof each === 'string').slice(0, 8)
  const codes = await hub.db.write(async (tx) => {
    if (!(await useChallenge(tx, hub, challenge))) throw new HubError('auth.passkey_failed')
    const known = await tx.selectFrom('passkey').select('id').where('user_id', '=', user.userId).execute()
    if (known.length >= limits.passkeysPerAccount) throw new HubError('passkey.too_many', { limit: limits.passkeysPerAccount })
    const added = await tx
      .insertInto('passkey')
      .values({
        uid: hub.newId(),
        user_id: user.userId,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: JSON.stringify(transports),
        name: title,
        created: hub.now().getTime(),
        last_used: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new HubError('auth.passkey_failed')
    return afterAdding(tx, hub, user, { kind: 'passkey', name: title })
  })
  invalidateActors(hub)
  return codes
}

/** @throws {HubError} `second_factor.not_set_up`, also for somebody else's; `auth.reauthentication_required` */
export async function removePasskey(hub: Hub, actor: Actor, uid: string): Promise<void> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  await hub.db.write(async (tx) => {
    const gone = await tx
      .deleteFrom('passkey')
      .where('uid', '=', uid)
      .where('user_id', '=', user.userId)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw new HubError('second_factor.not_set_up')
    await afterRemoving(tx, hub, user, { kind: 'passkey', name: gone.name })
  })
  invalidateActors(hub)
}

/** What a browser needs to sign in with a passkey alone; the account is the one that the passkey belongs to. */
export function passkeySignInOptions(hub: Hub, site: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return requestOptions(hub, site, 'sign-in', '', null)
}

/** Signs in with a passkey alone: it is in somebody's possession, and has verified who they are. @throws {HubError} `auth.passkey_failed`, `auth.password_off` */
export async function signInWithPasskey(hub: Hub, site: PasskeySite, answer: string, from: SignInFrom): Promise<StartedSession> {
  // Where people sign in with their company's identity provider only, leaving the company has to end every way in.
  if (hub.config.passwordSignIn === 'off') throw new HubError('auth.password_off')
  const use = await verify(hub, site, answer, 'sign-in', '', null)
  return hub.db.write(async (tx) => {
    const userId = await use(tx)
    return startSession(tx, hub, userId, { ...aboutSession(from), way: 'passkey' })
  })
}

/** What a browser needs for the second step of a sign-in; `null` when it has to be started again. */
export async function secondStepOptions(
  hub: Hub,
  site: PasskeySite,
  pending: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const found = await findPendingSignIn(hub, pending)
  return found && requestOptions(hub, site, 'second-step', boundTo(pending), found.userId)
}

/** @throws {HubError} `auth.sign_in_expired`, `auth.passkey_failed` */
export async function finishSignInWithPasskey(
  hub: Hub,
  site: PasskeySite,
  pending: string,
  answer: string,
  from: SignInFrom,
): Promise<StartedSession> {
  const found = await findPendingSignIn(hub, pending)
  if (!found) throw new HubError('auth.sign_in_expired')
  const use = await verify(hub, site, answer, 'second-step', boundTo(pending), found.userId)
  return hub.db.write(async (tx) => {
    await use(tx)
    return takePending(tx, hub, pending, { ...aboutSession(from), isFactor: true })
  })
}

/** What a browser needs to prove once more who uses its session. */
export async function confirmOptions(hub: Hub, actor: Actor, site: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { user, session } = requireSession(actor)
  return requestOptions(hub, site, 'confirm', session.toString('hex'), user.userId)
}

/** @throws {HubError} `auth.passkey_failed` */
export async function confirmWithPasskey(hub: Hub, actor: Actor, site: PasskeySite, answer: string): Promise<void> {
  const { user, session } = requireSession(actor)
  const use = await verify(hub, site, answer, 'confirm', session.toString('hex'), user.userId)
  await hub.db.write(async (tx) => {
    await use(tx)
    await markProven(tx, hub, session, { isFactor: true })
  })
}

async function requestOptions(
  hub: Hub,
  site: PasskeySite,
  purpose: ChallengePurpose,
  bound: string,
  userId: number | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known =
    userId === null
      ? []
      : await hub.db.read.selectFrom('passkey').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: await makeChallenge(hub, purpose, bound),
    timeout,
    userVerification: 'required',
    allowCredentials: known.map(toDescriptor),
  })
}

/**
 * Verifies the answer of a passkey.
 * @param userId whose passkey it must be; `null` for anybody's
 * @returns what makes it count, once, in a transaction; its result is the account
 */
async function verify(
  hub: Hub,
  site: PasskeySite,
  answer: string,
  purpose: ChallengePurpose,
  bound: string,
  userId: number | null,
): Promise<(tx: Tx) => Promise<number>> {
  const response = parsed(answer) as AuthenticationResponseJSON
  const row = await hub.db.read
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', Buffer.from(String(response.id), 'base64url'))
    .executeTakeFirst()
  if (!row || (userId !== null && row.user_id !== userId)) throw new HubError('auth.passkey_failed')
  const { verifyAuthenticationResponse } = await library()
  let challenge = ''
  const { verified, authenticationInfo } = await orFailed(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (given) => isChallenge(hub, (challenge = given), purpose, bound),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: toBuffer(row.credential_id).toString('base64url'),
        publicKey: Uint8Array.from(row.public_key),
        counter: row.counter,
      },
    }),
  )
  if (!verified) throw new HubError('auth.passkey_failed')
  return async (tx) => {
    const used = await tx
      .updateTable('passkey')
      .set({ counter: authenticationInfo.newCounter, last_used: hub.now().getTime() })
      .where('id', '=', row.id)
      // Of two answers that were verified against one counter, the second one may come from a copy.
      .where('counter', '=', row.counter)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n || !(await useChallenge(tx, hub, challenge))) throw new HubError('auth.passkey_failed')
    return row.user_id
  }
}

/** The library throws for whatever is wrong with an answer. */
async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HubError) throw error
    throw new HubError('auth.passkey_failed', {}, { cause: error })
  }
}

function parsed(answer: string): unknown {
  if (answer.length > maxAnswer) throw new HubError('auth.passkey_failed')
  try {
    const value: unknown = JSON.parse(answer)
    if (typeof value === 'object' && value !== null && 'response' in value && typeof value.response === 'object' && value.response !== null)
      return value
  } catch {
    // Not JSON.
  }
  throw new HubError('auth.passkey_failed')
}

function toDescriptor(row: { credential_id: Uint8Array; transports: string }) {
  return {
    id: toBuffer(row.credential_id).toString('base64url'),
    transports: JSON.parse(row.transports) as AuthenticatorTransport[],
  }
}

/** A challenge of the second step belongs to one pending sign-in. */
function boundTo(pending: string): string {
  return secretHash(pending).toString('hex')
}
