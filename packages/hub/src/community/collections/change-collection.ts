import { HubError, limits } from '@portolan/contract'
import { type Actor, requireConfirmedEmail, requirePermission, requireUser, requireWriter } from '../../foundation/actor/index.ts'
import { lockAccount, requireAccount } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { isContributor } from '../../repository/access/index.ts'
import { checkNote, insertItem, type NewItem, subjectOf } from './change-items.ts'
import { type Collection, type CollectionTheme, collectionThemes, requireCollection, slugOf, toCollection } from './collection.ts'
import { touchCollection } from './touch-collection.ts'

export interface NewCollection {
  readonly title: string
  readonly namespace: string
  readonly description?: string | null
  readonly isPrivate?: boolean
  readonly item?: NewItem | null
  readonly note?: string | null
}

/**
 * Creates a collection for a user or an organization, with a first item if one is given.
 * @throws {HubError} `collection.exists` (details: `slug`), `account.not_found`, `auth.forbidden`, `body.invalid`, `repo.not_found`
 */
export async function createCollection(hub: Hub, actor: Actor, input: NewCollection): Promise<Collection> {
  const owner = await requireAccount(hub, input.namespace)
  const user = requirePermission(actor, 'collection.write', { ownerId: owner.id })
  requireConfirmedEmail(user)
  if (!isContributor(user, owner.id))
    throw new HubError('auth.forbidden', { message: `You are not allowed to create collections for ${owner.name}` })
  const title = checkTitle(input.title)
  const description = checkDescription(input.description ?? null)
  const item = input.item ?? null
  const subject = item === null ? null : await subjectOf(hub, actor, item, null)
  const note = checkNote(input.note ?? null)
  return hub.db.write(async (tx) => {
    await lockAccount(tx, owner.id)
    const own = await tx.selectFrom('collection').selectAll().where('owner_id', '=', owner.id).execute()
    const same = own.find((row) => row.title.toLowerCase() === title.toLowerCase())
    if (same) throw new HubError('collection.exists', { slug: toCollection(same, owner).slug })
    if (own.length >= limits.collectionsPerOwner)
      throw new HubError('collection.full', { message: `An account can have at most ${limits.collectionsPerOwner} collections` })
    const now = hub.now().getTime()
    const row = await tx
      .insertInto('collection')
      .values({
        uid: hub.newId(),
        owner_id: owner.id,
        title,
        slug: slugOf(title),
        description,
        is_private: input.isPrivate === true ? 1 : 0,
        theme: collectionThemes[own.length % collectionThemes.length] ?? 'orange',
        position: own.length,
        creator_id: user.userId,
        created: now,
        updated: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (item !== null && subject !== null) await insertItem(tx, hub, row.id, item.type, subject, note)
    const collection = toCollection(row, { ...owner, email: null })
    await touchCollection(tx, hub, user.name, collection, 'collection.created')
    return collection
  })
}

export interface CollectionChanges {
  readonly title?: string
  readonly description?: string | null
  readonly isPrivate?: boolean
  readonly theme?: string
  /** Zero-based position among the owner's collections. */
  readonly position?: number
}

/** @throws {HubError} `collection.not_found`, `body.invalid`, and the errors of the permission check */
export async function updateCollection(hub: Hub, actor: Actor, slug: string, changes: CollectionChanges): Promise<Collection> {
  const collection = await requireCollection(hub, actor, slug, 'edit')
  const title = changes.title === undefined ? undefined : checkTitle(changes.title)
  const description = changes.description === undefined ? undefined : checkDescription(changes.description)
  const theme = changes.theme === undefined ? undefined : checkTheme(changes.theme)
  await hub.db.write(async (tx) => {
    await lockAccount(tx, collection.owner.id)
    await touchCollection(tx, hub, requireUser(actor).name, collection, 'collection.updated')
    await tx
      .updateTable('collection')
      .set({
        updated: hub.now().getTime(),
        ...(title === undefined ? {} : { title, slug: slugOf(title) }),
        ...(description === undefined ? {} : { description }),
        ...(changes.isPrivate === undefined ? {} : { is_private: changes.isPrivate ? 1 : 0 }),
        ...(theme === undefined ? {} : { theme }),
      })
      .where('id', '=', collection.id)
      .execute()
    if (changes.position === undefined) return
    const order = await tx
      .selectFrom('collection')
      .select(['id', 'position'])
      .where('owner_id', '=', collection.owner.id)
      .orderBy('position')
      .orderBy('id')
      .execute()
    const rest = order.filter(({ id }) => id !== collection.id)
    rest.splice(Math.max(0, changes.position), 0, { id: collection.id, position: -1 })
    for (const [position, row] of rest.entries())
      if (row.position !== position) await tx.updateTable('collection').set({ position }).where('id', '=', row.id).execute()
  })
  return requireCollection(hub, actor, slug, 'read')
}

/** @throws {HubError} `collection.not_found`, and the errors of the permission check */
export async function deleteCollection(hub: Hub, actor: Actor, slug: string): Promise<void> {
  const collection = await requireCollection(hub, actor, slug, 'edit')
  await hub.db.write(async (tx) => {
    const done = await tx.deleteFrom('collection').where('id', '=', collection.id).executeTakeFirst()
    if (done.numDeletedRows === 0n) throw new HubError('collection.not_found')
    await recordEvent(tx, hub, { topic: 'collection.deleted', actor: requireUser(actor).name, payload: { collection: collection.uid } })
  })
}

/** Upvotes a collection, or removes the vote. @returns the new number of votes */
export async function upvoteCollection(hub: Hub, actor: Actor, slug: string, isOn: boolean): Promise<number> {
  const collection = await requireCollection(hub, actor, slug, 'read')
  const user = requireWriter(actor)
  return hub.db.write(async (tx) => {
    // Locks the row: of two concurrent votes, the later one also counts the other.
    await tx
      .updateTable('collection')
      .set((eb) => ({ upvotes: eb.ref('upvotes') }))
      .where('id', '=', collection.id)
      .execute()
    if (isOn) {
      await tx
        .insertInto('collection_upvote')
        .values({ collection_id: collection.id, user_id: user.userId, created: hub.now().getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await tx.deleteFrom('collection_upvote').where('collection_id', '=', collection.id).where('user_id', '=', user.userId).execute()
    }
    const row = await tx
      .updateTable('collection')
      .set((eb) => ({
        upvotes: eb
          .selectFrom('collection_upvote')
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .where('collection_id', '=', collection.id),
      }))
      .where('id', '=', collection.id)
      .returning('upvotes')
      .executeTakeFirst()
    if (!row) throw new HubError('collection.not_found')
    return Number(row.upvotes)
  })
}

function checkTitle(title: string): string {
  const text = title.trim()
  if (text === '' || text.length > limits.collectionTitle)
    throw new HubError('body.invalid', { message: `A title must have 1 to ${limits.collectionTitle} characters`, field: 'title' })
  return text
}

function checkDescription(description: string | null): string | null {
  const text = description?.trim() || null
  if (text !== null && text.length > limits.collectionDescription) {
    throw new HubError('body.invalid', {
      message: `A description can have at most ${limits.collectionDescription} characters`,
      field: 'description',
    })
  }
  return text
}

function checkTheme(theme: string): CollectionTheme {
  const known = collectionThemes.find((each) => each === theme)
  if (known === undefined)
    throw new HubError('body.invalid', { message: `The theme must be one of ${collectionThemes.join(', ')}`, field: 'theme' })
  return known
}
