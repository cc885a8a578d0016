import { HubError, roleAtLeast } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { type Account, toAccount } from '../../identity/accounts/index.ts'
import { type Actor, missingPermission, tokenAllows } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import type { CollectionTable } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'
import { isContributor, type Repo, visibleOwnerIds } from '../../repository/access/index.ts'

export const collectionThemes = ['orange', 'blue', 'green', 'purple', 'pink', 'indigo'] as const
export type CollectionTheme = (typeof collectionThemes)[number]

/** A named list of repos, papers and other collections. */
export interface Collection {
  readonly id: number
  readonly uid: string
  readonly owner: Account
  readonly title: string
  readonly description: string | null
  readonly isPrivate: boolean
  readonly theme: CollectionTheme
  /** Position among the owner's collections. */
  readonly position: number
  readonly upvotes: number
  readonly creatorId: number | null
  readonly updatedAt: Date
  /** `owner/title-part-<24 hex digits>`: lookups use only the id at the end, so a changed title does not matter. */
  readonly slug: string
}

/** One entry, as the actor sees it. */
export interface CollectionItem {
  readonly id: number
  readonly uid: string
  /** Position among the items the actor can see: a gap would reveal hidden items. */
  readonly position: number
  readonly note: string | null
  readonly subject:
    | { readonly type: 'repo'; readonly repo: Repo }
    | { readonly type: 'collection'; readonly collection: Collection }
    | { readonly type: 'paper'; readonly paper: string }
}

export function toCollection(row: Selectable<CollectionTable>, owner: Account): Collection {
  return {
    id: row.id,
    uid: row.uid,
    owner,
    title: row.title,
    description: row.description,
    isPrivate: row.is_private === 1,
    theme: collectionThemes.find((theme) => theme === row.theme) ?? 'orange',
    position: row.position,
    upvotes: row.upvotes,
    creatorId: row.creator_id,
    updatedAt: new Date(row.updated),
    slug: `${owner.name}/${row.slug}-${row.uid}`,
  }
}

/** The title's part of an address: lower-case ASCII letters, without accents, and digits, joined by hyphens. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
  return plain.slice(0, 60).replace(/(?<!-)-+$/, '') || 'collection'
}

/** Whether the actor may see it. Private ones are visible only to their owner: the user, or the members of the organization. */
export function canSeeCollection(actor: Actor, collection: Collection): boolean {
  if (!collection.isPrivate) return true
  const owners = visibleOwnerIds(actor, 'collection.read')
  return owners === 'all' || owners.includes(collection.owner.id)
}

/** Whether the actor may change it. For an organization: members with write access, and contributors for the ones they created. */
export function canEditCollection(actor: Actor, collection: Collection): boolean {
  if (actor.kind !== 'user' || !isContributor(actor, collection.owner.id)) return false
  if (!tokenAllows(actor.token, 'collection.write', { ownerId: collection.owner.id })) return false
  if (actor.isAdmin || actor.userId === collection.owner.id || actor.userId === collection.creatorId) return true
  const org = actor.orgs.find(({ orgId }) => orgId === collection.owner.id)
  return org !== undefined && roleAtLeast(org.role, 'write')
}

/** Finds a collection by its current or a former address: `owner/title-part-<id>`. `null` if there is none, or if the actor may not see it. */
export async function findCollection(hub: Hub, actor: Actor, slug: string): Promise<Collection | null> {
  const uid = /(?:^|[-/])([0-9a-f]{24})$/i.exec(slug)?.[1]?.toLowerCase()
  if (uid === undefined) return null
  const row = await hub.db.read.selectFrom('collection').selectAll().where('uid', '=', uid).executeTakeFirst()
  if (!row) return null
  const [collection] = await withOwners(hub.db.read, [row])
  return collection && canSeeCollection(actor, collection) ? collection : null
}

/** @throws {HubError} `collection.not_found`; for `edit` also `auth.required`, `auth.read_only_token`, `auth.forbidden` */
export async function requireCollection(hub: Hub, actor: Actor, slug: string, need: 'read' | 'edit'): Promise<Collection> {
  const collection = await findCollection(hub, actor, slug)
  if (!collection) throw new HubError('collection.not_found')
  if (need === 'edit' && !canEditCollection(actor, collection)) {
    if (actor.kind !== 'user') throw new HubError('auth.required')
    if (canEditCollection({ ...actor, token: null }, collection)) throw missingPermission(actor.token, 'collection.write')
    throw new HubError('auth.forbidden', { message: 'You are not allowed to change this collection' })
  }
  return collection
}

/** Collections in row order. */
export async function withOwners(db: Reader, rows: readonly Selectable<CollectionTable>[]): Promise<Collection[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ owner_id }) => owner_id))]
  const accounts = await db.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  const owners = new Map(accounts.map((row) => [row.id, { ...toAccount(row), email: null }]))
  return rows.flatMap((row) => {
    const owner = owners.get(row.owner_id)
    return owner ? [toCollection(row, owner)] : []
  })
}
