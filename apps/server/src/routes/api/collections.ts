import { HubError } from '@portolan/contract'
import {
  addItem,
  type Collection,
  collectionDetails,
  collectionSorts,
  createCollection,
  deleteCollection,
  describeRoutes,
  type Hub,
  listCollections,
  type ListedCollection,
  type NewItem,
  readCollection,
  removeItem,
  requireCollection,
  requireUser,
  type RouteView,
  servedRepoIds,
  updateCollection,
  updateItems,
  upvoteCollection,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { list, nextLink, notOneOf, whole } from '../../http/query.ts'
import { type CollectionContext, toWireCollection, toWireListedCollection } from '../../wire/collection.ts'
import { describe } from '../../openapi/describe.ts'

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
    const { items } = await readCollection(hub, c.var.actor, collection)
    const listed = { collection, items }
    return toWireCollection(await contextOf(c, hub, [listed]), listed)
  }
  return new Hono<Env>()
    .get(
      '/api/collections',
      describe({ summary: 'List collections', query: ['cursor', 'item', 'limit', 'owner', 'q', 'sort'] }),
      async (c) => {
        const sort = c.req.query('sort')
        const known = collectionSorts.find((each) => each === sort)
        if (sort !== undefined && known === undefined) throw notOneOf('sort', collectionSorts)
        const { collections, nextCursor } = await listCollections(hub, c.var.actor, {
          owners: list(c, 'owner'),
          items: list(c, 'item').map(parseItem),
          q: c.req.query('q') ?? '',
          limit: whole(c, 'limit', { fallback: 20, min: 1, max: 100 }),
          cursor: c.req.query('cursor') ?? null,
          ...(known === undefined ? {} : { sort: known }),
        })
        if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
        const context = await contextOf(c, hub, collections)
        return c.json(collections.map((listed) => toWireListedCollection(context, listed)))
      },
    )
    .post('/api/collections', describe({ summary: 'Create a collection', token: 'collection.write', body: createBody }), async (c) => {
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
    .get(at, describe({ summary: 'Read a collection' }), async (c) =>
      c.json(await answer(c, await requireCollection(hub, c.var.actor, slugOf(c), 'read'))),
    )
    .patch(at, describe({ summary: 'Change a collection', token: 'collection.write', body: updateBody }), async (c) => {
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
    .delete(at, describe({ summary: 'Delete a collection', token: 'collection.write' }), async (c) => {
      requireUser(c.var.actor)
      await deleteCollection(hub, c.var.actor, slugOf(c))
      return c.json({ success: true })
    })
    .post(`${at}/items`, describe({ summary: 'Add an item to a collection', token: 'collection.write', body: addBody }), async (c) => {
      requireUser(c.var.actor)
      const body = await jsonBody(c, addBody)
      return c.json(await answer(c, await addItem(hub, c.var.actor, slugOf(c), body.item, body.note ?? null)))
    })
    .post(
      `${at}/items/batch`,
      describe({ summary: 'Change several items of a collection', token: 'collection.write', body: batchBody }),
      async (c) => {
        requireUser(c.var.actor)
        const changes = await jsonBody(c, batchBody)
        await updateItems(
          hub,
          c.var.actor,
          slugOf(c),
          changes.map(({ _id, data }) => toChange(_id, data)),
        )
        return c.json({ success: true })
      },
    )
    .patch(
      `${at}/items/:item`,
      describe({ summary: 'Change an item of a collection', token: 'collection.write', body: itemBody }),
      async (c) => {
        requireUser(c.var.actor)
        await updateItems(hub, c.var.actor, slugOf(c), [toChange(c.req.param('item'), await jsonBody(c, itemBody))])
        return c.json({ success: true })
      },
    )
    .delete(`${at}/items/:item`, describe({ summary: 'Remove an item from a collection', token: 'collection.write' }), async (c) => {
      requireUser(c.var.actor)
      await removeItem(hub, c.var.actor, slugOf(c), c.req.param('item'))
      return c.json({ success: true })
    })
    .post(`${at}/upvote`, describe({ summary: 'Upvote a collection', token: null }), async (c) => {
      requireUser(c.var.actor)
      return c.json({ success: true, upvotes: await upvoteCollection(hub, c.var.actor, slugOf(c), true) })
    })
    .delete(`${at}/upvote`, describe({ summary: 'Withdraw an upvote', token: null }), async (c) => {
      requireUser(c.var.actor)
      return c.json({ success: true, upvotes: await upvoteCollection(hub, c.var.actor, slugOf(c), false) })
    })
}

async function contextOf(c: Context<Env>, hub: Hub, listed: readonly ListedCollection[]): Promise<CollectionContext> {
  const { actor, origin } = c.var
  const repos = listed.flatMap(({ items }) => items.flatMap(({ subject }) => (subject.type === 'repo' ? [subject.repo] : [])))
  const hasModels = repos.some(({ type }) => type === 'model')
  // Most models are only stored here.
  const served = new Set(hasModels ? await servedRepoIds(hub, actor, 'all') : [])
  const routes = new Map<number, readonly RouteView[]>()
  for (const repo of repos) if (served.has(repo.id)) routes.set(repo.id, await describeRoutes(hub, actor, repo))
  return { origin, details: await collectionDetails(hub, actor, listed), routes }
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
  const segment = text.slice(0, Math.max(0, slash))
  const type = Object.hasOwn(itemTypes, segment) ? itemTypes[segment] : undefined
  if (type === undefined)
    throw new HubError('query.invalid', { message: 'item must have the form models/owner/name or papers/1706.03762', parameter: 'item' })
  return { type, id: text.slice(slash + 1) }
}
