import { timingSafeEqual } from 'node:crypto'
import { givenOAuthScopes, HubError, limits, type OAuthScope } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { type Actor, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import { invalidateActors, secretHash, randomAlphanumerics, requireRecentProof } from '../../identity/accounts/index.ts'
import { toBuffer, type Reader } from '../../foundation/db/db.ts'
import type { OAuthAppTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { OAuthError } from './oauth-error.ts'
import { checkRedirectUris } from './redirect-uris.ts'
import { inOrder, storedScopes } from './scopes.ts'

/** A program people sign in to with their account on this hub. Never contains its secret. */
export interface OAuthApp {
  readonly id: number
  readonly clientId: string
  readonly name: string
  readonly owner: string
  readonly website: string | null
  /** Public clients have no secret, and must use PKCE. */
  readonly isPublic: boolean
  readonly redirectUris: readonly string[]
  /** Maximum scopes it may request. */
  readonly scopes: readonly OAuthScope[]
  /** For a Space's own app: the Space. */
  readonly spaceId: number | null
  readonly createdAt: Date
}

export interface OAuthAppInput {
  readonly name: string
  /** The caller (the default), or an organization they administer. Cannot be changed later. */
  readonly owner?: string | null
  readonly website?: string | null
  readonly redirectUris: readonly string[]
  readonly scopes: readonly OAuthScope[]
}

/**
 * Registers an app. The secret of a confidential one is only in the return value.
 * @throws {HubError} `auth.forbidden`, `body.invalid` (details: `field`), `oauth.too_many_apps`
 */
export async function createOAuthApp(
  hub: Hub,
  actor: Actor,
  input: OAuthAppInput & { readonly isPublic: boolean },
): Promise<{ app: OAuthApp; secret: string | null }> {
  const user = requirePerson(actor)
  await requireRecentProof(hub, user, 'application.change')
  const ownerId = ownerOf(user, input.owner ?? user.name)
  const columns = columnsOf(hub, input, input.isPublic)
  const secret = input.isPublic ? null : newSecret(hub)
  const uid = await hub.db.write(async (tx) => {
    const { n } = await tx
      .selectFrom('oauth_app')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('owner_id', '=', ownerId)
      .where('space_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(n) >= limits.oauthAppsPerOwner) throw new HubError('oauth.too_many_apps', { limit: limits.oauthAppsPerOwner })
    const row = await tx
      .insertInto('oauth_app')
      .values({
        uid: hub.newId(),
        owner_id: ownerId,
        secret_hash: secret === null ? null : secretHash(secret),
        created: hub.now().getTime(),
        ...columns,
      })
      .returning('uid')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, hub, { topic: 'oauth_app.changed', actor: user.name, payload: { clientId: row.uid, change: 'created' } })
    return row.uid
  })
  return { app: await requireApp(hub, uid), secret }
}

/** @throws {HubError} `oauth.app_not_found`, also for someone else's app; `body.invalid` */
export async function updateOAuthApp(hub: Hub, actor: Actor, clientId: string, input: OAuthAppInput): Promise<OAuthApp> {
  const { user, app } = await requireOwnApp(hub, actor, clientId)
  await requireRecentProof(hub, user, 'application.change')
  const columns = columnsOf(hub, input, app.isPublic)
  await hub.db.write(async (tx) => {
    await tx.updateTable('oauth_app').set(columns).where('id', '=', app.id).execute()
    await recordEvent(tx, hub, { topic: 'oauth_app.changed', actor: user.name, payload: { clientId, change: 'updated' } })
  })
  // It may now request less: existing tokens are limited to that from here on.
  invalidateActors(hub)
  return requireApp(hub, clientId)
}

/** Gives a confidential app a new secret; the old one stops working immediately. @throws {HubError} `oauth.app_not_found`, `body.invalid` for a public one */
export async function renewOAuthSecret(hub: Hub, actor: Actor, clientId: string): Promise<string> {
  const { user, app } = await requireOwnApp(hub, actor, clientId)
  await requireRecentProof(hub, user, 'application.change')
  if (app.isPublic) throw new HubError('body.invalid', { message: 'A public application has no secret' })
  const secret = newSecret(hub)
  await hub.db.write(async (tx) => {
    await tx
      .updateTable('oauth_app')
      .set({ secret_hash: secretHash(secret) })
      .where('id', '=', app.id)
      .execute()
    await recordEvent(tx, hub, { topic: 'oauth_app.changed', actor: user.name, payload: { clientId, change: 'secret' } })
  })
  return secret
}

/** Deletes an app; all its sign-ins end. @throws {HubError} `oauth.app_not_found` */
export async function deleteOAuthApp(hub: Hub, actor: Actor, clientId: string): Promise<void> {
  const { user, app } = await requireOwnApp(hub, actor, clientId)
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('oauth_app').where('id', '=', app.id).execute()
    await recordEvent(tx, hub, { topic: 'oauth_app.changed', actor: user.name, payload: { clientId, change: 'deleted' } })
  })
  invalidateActors(hub)
}

/** Apps of the caller and of organizations they administer, oldest first; for the hub's administrator, optionally all. */
export async function listOAuthApps(hub: Hub, actor: Actor, which: 'own' | 'all' = 'own'): Promise<OAuthApp[]> {
  const user = requirePerson(actor)
  if (which === 'all' && !user.isAdmin) throw new HubError('auth.forbidden')
  let query = selectApps(hub.db.read).orderBy('oauth_app.id').limit(1_000)
  if (which === 'own') query = query.where('oauth_app.owner_id', 'in', managedIds(user)).where('oauth_app.space_id', 'is', null)
  return (await query.execute()).map(toApp)
}

/** @throws {HubError} `oauth.app_not_found`, also for someone else's app */
export async function requireOwnApp(hub: Hub, actor: Actor, clientId: string): Promise<{ user: UserActor; app: OAuthApp }> {
  const user = requirePerson(actor)
  const row = await selectApps(hub.db.read).where('oauth_app.uid', '=', clientId).executeTakeFirst()
  if (!row || row.space_id !== null || (!user.isAdmin && !managedIds(user).includes(row.owner_id)))
    throw new HubError('oauth.app_not_found')
  return { user, app: toApp(row) }
}

/** Finds an app by client id, for any caller; `null` when there is none. */
export async function findApp(db: Reader, clientId: string): Promise<OAuthApp | null> {
  const row = await selectApps(db).where('oauth_app.uid', '=', clientId).executeTakeFirst()
  return row ? toApp(row) : null
}

/** Client credentials sent to the token endpoint. */
export interface ClientCredentials {
  readonly clientId: string | null
  readonly secret: string | null
}

/**
 * Authenticates an app. A public one only names itself and has nothing to prove: PKCE and rotation take the place of a secret.
 * @returns `null` when it does not identify itself
 * @throws {OAuthError} `invalid_client`, the same for every reason
 */
export async function authenticateClient(hub: Hub, { clientId, secret }: ClientCredentials): Promise<OAuthApp | null> {
  if (clientId === null) {
    if (secret !== null) throw wrongClient()
    return null
  }
  const row = await selectApps(hub.db.read).where('oauth_app.uid', '=', clientId).executeTakeFirst()
  if (!row) throw wrongClient()
  if (row.secret_hash === null) {
    // Libraries send an empty one for no secret.
    if (secret !== null && secret !== '') throw wrongClient()
  } else if (secret === null || !timingSafeEqual(secretHash(secret), toBuffer(row.secret_hash))) throw wrongClient()
  return toApp(row)
}

function wrongClient(): OAuthError {
  return new OAuthError('invalid_client', 'The client ID or client secret is incorrect')
}

/** Apps are managed in a signed-in browser: a token that could create one could give itself more than it has. */
export function requirePerson(actor: Actor): UserActor {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', { message: 'You can manage applications only in a signed-in browser, not with a token' })
  return user
}

function ownerOf(user: UserActor, name: string): number {
  if (name.toLowerCase() === user.name.toLowerCase()) return user.userId
  const org = user.orgs.find((each) => each.name.toLowerCase() === name.toLowerCase() && each.role === 'admin')
  if (!org) throw new HubError('auth.forbidden', { message: `You are not an administrator of ${name.slice(0, 100)}`, field: 'owner' })
  return org.orgId
}

function managedIds(user: UserActor): number[] {
  return [user.userId, ...user.orgs.filter(({ role }) => role === 'admin').map(({ orgId }) => orgId)]
}

function columnsOf(hub: Hub, input: OAuthAppInput, isPublic: boolean) {
  const name = input.name.trim()
  if (name === '' || name.length > limits.oauthAppName || /[\p{C}]/u.test(name))
    throw new HubError('body.invalid', {
      message: `The name of an application must have 1 to ${limits.oauthAppName} characters`,
      field: 'name',
    })
  const website = input.website?.trim() || null
  if (website !== null && (!/^https?:\/\/[^\s"'<>]+$/i.test(website) || website.length > 200))
    throw new HubError('body.invalid', { message: 'The website must start with http:// or https://', field: 'website' })
  const scopes = inOrder(input.scopes.filter((scope) => givenOAuthScopes.includes(scope)))
  if (scopes.length === 0) throw new HubError('body.invalid', { message: 'Choose at least one scope', field: 'scopes' })
  return {
    name,
    website,
    redirect_uris: JSON.stringify(checkRedirectUris(hub, input.redirectUris, isPublic)),
    scopes: scopes.join(' '),
  }
}

function newSecret(hub: Hub): string {
  return `oauth_secret_${randomAlphanumerics(40, hub.randomBytes)}`
}

async function requireApp(hub: Hub, clientId: string): Promise<OAuthApp> {
  const app = await findApp(hub.db.read, clientId)
  if (!app) throw new HubError('oauth.app_not_found')
  return app
}

function selectApps(db: Reader) {
  return db
    .selectFrom('oauth_app')
    .innerJoin('account', 'account.id', 'oauth_app.owner_id')
    .selectAll('oauth_app')
    .select('account.name as owner')
    .where('account.disabled', '=', 0)
}

function toApp(row: Selectable<OAuthAppTable> & { owner: string }): OAuthApp {
  return {
    id: row.id,
    clientId: row.uid,
    name: row.name,
    owner: row.owner,
    website: row.website,
    isPublic: row.secret_hash === null,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    scopes: storedScopes(row.scopes),
    spaceId: row.space_id,
    createdAt: new Date(row.created),
  }
}
