import { HubError, limits, parseRepoName } from '@portolan/contract'
import { type Actor, requirePermission } from '../../foundation/actor/index.ts'
import { encryptAtRest } from '../../foundation/encryption/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { storedRights } from '../../identity/accounts/index.ts'
import { makeDue } from './queue.ts'
import { toWebhook, type Watched, type Webhook, type WebhookDomain } from './webhook.ts'

export interface WebhookInput {
  readonly url: string
  readonly secret?: string | null
  readonly watched: readonly Watched[]
  readonly domains: readonly WebhookDomain[]
}

/** The caller's webhooks, oldest first. */
export async function listWebhooks(hub: Hub, actor: Actor): Promise<Webhook[]> {
  const user = requirePermission(actor, 'user.webhooks.read')
  const rows = await hub.db.read.selectFrom('webhook').selectAll().where('user_id', '=', user.userId).orderBy('id').execute()
  return rows.map(toWebhook)
}

/** @throws {HubError} `webhook.not_found`, also for someone else's webhook */
export async function requireWebhook(hub: Hub, actor: Actor, uid: string): Promise<Webhook> {
  const user = requirePermission(actor, 'user.webhooks.read')
  const row = await hub.db.read
    .selectFrom('webhook')
    .selectAll()
    .where('uid', '=', uid)
    .where('user_id', '=', user.userId)
    .executeTakeFirst()
  if (!row) throw new HubError('webhook.not_found')
  return toWebhook(row)
}

/**
 * A webhook hears of what its owner may read, but of no more than the credential that made it may.
 * @throws {HubError} `body.invalid` (details: `field`), `webhook.too_many`
 */
export async function createWebhook(hub: Hub, actor: Actor, input: WebhookInput): Promise<Webhook> {
  const user = requirePermission(actor, 'user.webhooks.write')
  check(input)
  return hub.db.write(async (tx) => {
    const { n } = await tx
      .selectFrom('webhook')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    if (Number(n) >= limits.webhooksPerUser) throw new HubError('webhook.too_many', { limit: limits.webhooksPerUser })
    const uid = hub.newId()
    const row = await tx
      .insertInto('webhook')
      .values({ uid, user_id: user.userId, created: hub.now().getTime(), ...columns(hub, uid, input), rights: storedRights(user) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, hub, { topic: 'webhook.changed', actor: user.name, payload: { uid: row.uid, change: 'created' } })
    return toWebhook(row)
  })
}

/**
 * Replaces the URL, the watched targets and, if given, the secret; a disabled webhook stays disabled. From now on it has the rights of this caller's
 * credential: otherwise a token could have messages sent to it that it may not read.
 */
export async function updateWebhook(hub: Hub, actor: Actor, uid: string, input: WebhookInput): Promise<Webhook> {
  const user = requirePermission(actor, 'user.webhooks.write')
  check(input)
  await requireWebhook(hub, actor, uid)
  const { secret, ...rest } = columns(hub, uid, input)
  return change(hub, user.name, uid, 'updated', {
    ...rest,
    ...(secret === null ? {} : { secret }),
    rights: storedRights(user),
  })
}

/** Enabling it clears past failures; what waits is sent. */
export async function switchWebhook(hub: Hub, actor: Actor, uid: string, isOn: boolean): Promise<Webhook> {
  const user = requirePermission(actor, 'user.webhooks.write')
  await requireWebhook(hub, actor, uid)
  const values = isOn ? { disabled: 0, failures: 0 } : { disabled: 1 }
  return change(hub, user.name, uid, isOn ? 'enabled' : 'disabled', { ...values, disabled_reason: null })
}

/** Deletes a webhook with its delivery log. */
export async function deleteWebhook(hub: Hub, actor: Actor, uid: string): Promise<void> {
  const user = requirePermission(actor, 'user.webhooks.write')
  await requireWebhook(hub, actor, uid)
  await hub.db.write(async (tx) => {
    // Its deliveries are deleted along with the row.
    await tx.deleteFrom('webhook').where('uid', '=', uid).execute()
    await recordEvent(tx, hub, { topic: 'webhook.changed', actor: user.name, payload: { uid, change: 'deleted' } })
  })
}

function change(hub: Hub, actorName: string, uid: string, what: string, values: object): Promise<Webhook> {
  return hub.db.write(async (tx) => {
    const row = await tx.updateTable('webhook').set(values).where('uid', '=', uid).returningAll().executeTakeFirst()
    if (!row) throw new HubError('webhook.not_found')
    if (row.disabled === 0) await makeDue(tx, hub, row.id)
    await recordEvent(tx, hub, { topic: 'webhook.changed', actor: actorName, payload: { uid, change: what } })
    return toWebhook(row)
  })
}

function columns(hub: Hub, uid: string, { url, secret, watched, domains }: WebhookInput) {
  const stored = secret ? encryptAtRest(hub, 'webhook.secret', uid, secret) : null
  return { url, secret: stored, watched: JSON.stringify(watched), domains: JSON.stringify([...new Set(domains)]) }
}

function check({ url, secret, watched, domains }: WebhookInput): void {
  const refuse = (field: string, message: string) => new HubError('body.invalid', { message, field })
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || url.length > limits.webhookUrl)
    throw refuse('url', `The URL must start with http:// or https:// and have at most ${limits.webhookUrl} characters`)
  if (new URL(url).username !== '' || new URL(url).password !== '') throw refuse('url', 'The URL must not contain a user name or password')
  // It is sent in a header.
  if (secret && !/^[\x21-\x7e]{1,256}$/.test(secret))
    throw refuse('secret', 'The secret must have 1 to 256 visible ASCII characters, without spaces')
  if (watched.length === 0 || watched.length > limits.webhookWatched)
    throw refuse('watched', `A webhook must watch 1 to ${limits.webhookWatched} repositories or accounts`)
  for (const { type, name } of watched) {
    const isName = type === 'user' || type === 'org' ? /^[\w.-]{1,96}$/.test(name) : parseRepoName(name) !== null
    if (!isName) throw refuse('watched', `${name.slice(0, 200)} is not a valid name of a ${type}`)
  }
  if (domains.length === 0) throw refuse('domains', 'A webhook must listen to at least one of: repo, discussion')
}
