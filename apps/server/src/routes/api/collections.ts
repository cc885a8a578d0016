import { HubError } from '@portolan/contract'
import {
  addItem,
  type Collection,
  collectionSorts,
  createCollection,
  deleteCollection,
  type Hub,
  listCollections,
  type NewItem,
  readCollection,
  removeItem,
  requireCollection,
  requireUser,
  updateCollection,
  updateItems,
  upvoteCollection,
  upvotedAmong,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { list, nextLink, whole } from '../../http/query.ts'
import { toWireCollection, toWireListedCollection } from '../../wire/collection.ts'

const item = z.object({ type: z.enum(['model', 'dataset', 'space', 'paper', 'collection']), id: z.string().min(1).max(300) })
const position = z.number().int().min(0).max(1_000_000)
const createBody = z.object({
  title: z.string(),
  namespace: z.string().min(1),
  description: z.string().nullish(),
  private: z.boolean().nullish(),
  item: item.nullish(),
})
const updateBody = z.object({
  title: z.string().optional(),
  description: z.string().nullish(),
  position: position.optional(),
  private: z.boolean().optional(),
  theme: z.string().optional(),
})
const addBody = z.object({ item, note: z.string().nullish() })
const itemBody = z.object({ position: position.optional(), note: z.string().nullish() })
const batchBody = z
  .array(z.object({ action: z.literal('update'), _id: z.string(), data: itemBody }))
  .min(1)
  .max(100)

const at = '/api/collections/:namespace/:slug'

/** Collections. */
export function collectionRoutes(hub: Hub): Hono<Env> {
  const answer = async (c: Context<Env>, collection: Collection) => {
    const { items, isUpvoted } = await readCollection(hub, c.var.actor, collection)
    return toWireCollection(c.var.origin, collection, items, isUpvoted)
  }
  return new Hono<Env>()
    .get('/api/collections', async (c) => {
      const sort = c.req.query('sort')
      const known = collectionSorts.find((each) => each === sort)
      if (sort !== undefined && known === undefined)
        throw new HubError('query.invalid', { message: `sort must be one of ${collectionSorts.join(', ')}`, parameter: 'sort' })
      const { collections, nextCursor } = await listCollections(hub, c.var.actor, {
        owners: list(c, 'owner'),
        items: list(c, 'item').map(parseItem),
        q: c.req.query('q') ?? '',
        limit: whole(c, 'limit', { fallback: 20, min: 1, max: 100 }),
        cursor: c.req.query('cursor') ?? null,
        ...(known === undefined ? {} : { sort: known }),
      })
      if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
      const upvoted = await upvotedAmong(
        hub,
        c.var.actor,
        collections.map(({ collection }) => collection.id),
      )
      return c.json(
        collections.map(({ collection, items }) => toWireListedCollection(c.var.origin, collection, items, upvoted.has(collection.id))),
      )
    })
    .post('/api/collections', async (c) => {
      requireUser(c.var.actor)
      const body = await jsonBody(c, createBody)
      const collection = await createCollection(hub, c.var.actor, {
        title: body.title,
        namespace: body.namespace,
        description: body.description ?? null,
        isPrivate: body.private === true,
        item: body.item ?? null,
      })
      return c.json(await answer(c, collection))
    })
    .get(at, async (c) => c.json(await answer(c, await requireCollection(hub, c.var.actor, slugOf(c), 'read'))))
    .patch(at, async (c) => {
      requireUser(c.var.actor)
      const body = await jsonBody(c, updateBody)
      const collection = await updateCollection(hub, c.var.actor, slugOf(c), {
        ...(body.title === undefined ? {} : { title: body.title }),
        ...(body.description === undefined ? {} : { description: body.description }),
        ...(body.private === undefined ? {} : { isPrivate: body.private }),
        ...(body.theme === undefined ? {} : { theme: body.theme }),
        ...(body.position === undefined ? {} : { position: body.position }),
      })
      return c.json({ success: true, data: await answer(c, collection) })
    })
    .delete(at, async (c) => {
      requireUser(c.var.actor)
      await deleteCollection(hub, c.var.actor, slugOf(c))
      return c.json({ success: true })
    })
    .post(`${at}/items`, async (c) => {
      requireUser(c.var.actor)
      const body = await jsonBody(c, addBody)
      return c.json(await answer(c, await addItem(hub, c.var.actor, slugOf(c), body.item, body.note ?? null)))
    })
    .post(`${at}/items/batch`, async (c) => {
      requireUser(c.var.actor)
      const changes = await jsonBody(c, batchBody)
      await updateItems(
        hub,
        c.var.actor,
        slugOf(c),
        changes.map(({ _id, data }) => toChange(_id, data)),
      )
      return c.json({ success: true })
    })
    .patch(`${at}/items/:item`, async (c) => {
      requireUser(c.var.actor)
      await updateItems(hub, c.var.actor, slugOf(c), [toChange(c.req.param('item'), await jsonBody(c, itemBody))])
      return c.json({ success: true })
    })
    .delete(`${at}/items/:item`, async (c) => {
      requireUser(c.var.actor)
      await removeItem(hub, c.var.actor, slugOf(c), c.req.param('item'))
      return c.json({ success: true })
    })
    .post(`${at}/upvote`, async (c) => {
      requireUser(c.var.actor)
      return c.json({ success: true, upvotes: await upvoteCollection(hub, c.var.actor, slugOf(c), true) })
    })
    .delete(`${at}/upvote`, async (c) => {
      requireUser(c.var.actor)
      return c.json({ success: true, upvotes: await upvoteCollection(hub, c.var.actor, slugOf(c), false) })
    })
}

function slugOf(c: Context<Env>): string {
  return `${c.req.param('namespace')}/${c.req.param('slug')}`
}

function toChange(uid: string, { position: place, note }: z.output<typeof itemBody>) {
  return { uid, ...(place === undefined ? {} : { position: place }), ...(note === undefined ? {} : { note }) }
}

const itemTypes: Readonly<Record<string, NewItem['type']>> = {
  models: 'model',
  datasets: 'dataset',
  spaces: 'space',
  papers: 'paper',
  collections: 'collection',
}

/** Parses `models/ada/stories`, `papers/1706.03762`. @throws {HubError} `query.invalid` */
function parseItem(text: string): NewItem {
  const slash = text.indexOf('/')
  const type = itemTypes[text.slice(0, slash)]
  if (type === undefined || slash < 0)
    throw new HubError('query.invalid', { message: 'item must have the form models/owner/name or papers/1706.03762', parameter: 'item' })
  return { type, id: text.slice(slash + 1) }
}
