import { HubError, type WireRepoStorage } from '@portolan/contract'
import { type Hub, listStorage, listStorageOwners, type OwnerStorage, readStorage, requireUser, setQuota } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { nextLink, whole } from '../../http/query.ts'
import { ownerStorageAnswer, ownerStoragesAnswer, repoStoragesAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

const query = z.object({
  type: z.enum(['model', 'dataset', 'space']).optional(),
  search: z.string().optional(),
  sort: z.enum(['storage', 'updatedAt']).default('updatedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().optional(),
})

/** The repos of the caller, or of an organization, with their storage usage. */
export function storageRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get(
      '/api/settings/repositories',
      describe({
        summary: "Storage used by one's own repos",
        answer: repoStoragesAnswer,
        query: ['cursor', 'direction', 'limit', 'search', 'sort', 'type'],
      }),
      async (c) => storage(c, hub, requireUser(c.var.actor).name),
    )
    .get(
      '/api/organizations/:name/settings/repositories',
      describe({
        summary: 'Storage used by the repos of an organization',
        answer: repoStoragesAnswer,
        query: ['cursor', 'direction', 'limit', 'search', 'sort', 'type'],
      }),
      async (c) => storage(c, hub, c.req.param('name')),
    )
}

const quotaBody = z.object({ limitBytes: z.union([z.number(), z.null(), z.literal('default')]) })

/** Storage usage and quotas of accounts: the caller's own, and for hub administrators everyone's. */
export function quotaRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/settings/storage', describe({ summary: "Storage and quota of one's own account", answer: ownerStorageAnswer }), async (c) =>
      c.json(toWire(await readStorage(hub, c.var.actor, requireUser(c.var.actor).name))),
    )
    .get(
      '/api/organizations/:name/settings/storage',
      describe({ summary: 'Storage and quota of an organization', answer: ownerStorageAnswer }),
      async (c) => c.json(toWire(await readStorage(hub, c.var.actor, c.req.param('name')))),
    )
    .get(
      '/api/admin/storage',
      describe({ summary: 'Storage and quotas of all accounts', answer: ownerStoragesAnswer, query: ['limit', 'search', 'skip'] }),
      async (c) => {
        const limit = whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 })
        const skip = whole(c, 'skip', { fallback: 0, min: 0, max: 1_000_000 })
        const { owners, hasMore } = await listStorageOwners(hub, c.var.actor, { limit, skip, search: c.req.query('search') ?? '' })
        if (hasMore) c.header('Link', nextLink(c, { skip: String(skip + limit) }))
        return c.json(owners.map(toWire))
      },
    )
    .put('/api/admin/storage/:name', describe({ summary: 'Set the quota of an account', token: null, body: quotaBody }), async (c) => {
      requireUser(c.var.actor)
      const { limitBytes } = await jsonBody(c, quotaBody)
      return c.json(toWire(await setQuota(hub, c.var.actor, c.req.param('name'), limitBytes)))
    })
}

function toWire({ account, bytes, largeBytes, gitBytes, limitBytes, isDefault }: OwnerStorage) {
  return { name: account.name, type: account.kind, usedBytes: bytes, largeBytes, gitBytes, limitBytes, isDefault }
}

async function storage(c: Context<Env>, hub: Hub, owner: string): Promise<Response> {
  const parsed = query.safeParse(c.req.query())
  const issue = parsed.error?.issues[0]
  if (!parsed.success)
    throw new HubError('query.invalid', { message: `${issue?.path.join('.')}: ${issue?.message}`, parameter: issue?.path.join('.') })
  const { type, search, sort, direction, cursor } = parsed.data
  const { repos, totalBytes, nextCursor } = await listStorage(hub, c.var.actor, owner, {
    sort: sort === 'storage' ? 'storage' : 'updated',
    direction,
    limit: whole(c, 'limit', { fallback: 100, min: 1, max: 1_000 }),
    ...(type === undefined ? {} : { type }),
    ...(search === undefined ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
  })
  if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
  return c.json(
    repos.map(({ repo, bytes }): WireRepoStorage => ({
      id: repo.fullName,
      type: repo.type,
      updatedAt: repo.updatedAt.toISOString(),
      visibility: repo.visibility,
      storage: bytes,
      storagePercent: totalBytes === 0 ? 0 : Math.round((bytes / totalBytes) * 10_000) / 100,
    })),
  )
}
