import { HubError, type WireRepoStorage } from '@portolan/contract'
import { type Hub, listStorage, requireUser } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { nextLink, whole } from '../../http/query.ts'

const query = z.object({
  type: z.enum(['model', 'dataset', 'space']).optional(),
  search: z.string().optional(),
  sort: z.enum(['storage', 'updatedAt']).default('updatedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().optional(),
})

/** The caller's own repos, and those of an organisation, with what they take (hub API, section 6.6). */
export function storageRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/settings/repositories', async (c) => storage(c, hub, requireUser(c.var.actor).name))
    .get('/api/organizations/:name/settings/repositories', async (c) => storage(c, hub, c.req.param('name')))
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
    repos.map((repo): WireRepoStorage => ({
      id: repo.fullName,
      type: repo.type,
      updatedAt: repo.updatedAt.toISOString(),
      visibility: repo.visibility,
      storage: repo.storageBytes,
      storagePercent: totalBytes === 0 ? 0 : Math.round((repo.storageBytes / totalBytes) * 10_000) / 100,
    })),
  )
}
