import { HubError, isHubError, type RepoType } from '@portolan/contract'
import { createLock, deleteLock, type Hub, listLocks, type Lock, type Repo, requireRepo, requireUser, verifyLocks } from '@portolan/hub'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { jsonBody } from '../http/json-body.ts'
import { describe } from '../openapi/describe.ts'

const lfsType = 'application/vnd.git-lfs+json'
const Ref = z.object({ name: z.string() }).nullish()
const Create = z.object({ path: z.string(), ref: Ref })
const Verify = z.object({ cursor: z.string().nullish(), limit: z.number().int().nonnegative().nullish(), ref: Ref })
const Unlock = z.object({ force: z.boolean().nullish(), ref: Ref })

/** File locks of git-lfs (its "Locking API"). Mounted by the LFS routes, below a repo of each type. */
export function addLockRoutes(routes: Hono<Env>, hub: Hub, base: string, type: RepoType): void {
  const locks = `${base}/info/lfs/locks`
  const repoOf = (c: Context<Env>): Promise<Repo> =>
    requireRepo(hub, c.var.actor, type, `${c.req.param('owner')}/${c.req.param('name')?.replace(/\.git$/, '')}`, 'read')
  routes.get(locks, describe({ summary: 'List locks (git-lfs)', query: ['cursor', 'id', 'limit', 'path'] }), async (c) => {
    const { path, id, cursor, limit } = c.req.query()
    if (limit !== undefined && !/^\d{1,6}$/.test(limit))
      throw new HubError('query.invalid', { message: 'limit must be a whole number', parameter: 'limit' })
    // git-lfs sends a limit of 0 to mean no limit.
    const query = { path: path ?? null, id: id ?? null, cursor: cursor ?? null, limit: Number(limit ?? 0) || null }
    const page = await listLocks(hub, c.var.actor, await repoOf(c), query)
    return answer(c, 200, { locks: page.locks.map(toWire), ...next(page.nextCursor) })
  })
  routes.post(locks, describe({ summary: 'Lock a file (git-lfs)', token: 'repo.write', body: Create }), async (c) => {
    const repo = await repoOf(c)
    requireUser(c.var.actor)
    const { path, ref } = await jsonBody(c, Create)
    try {
      return answer(c, 201, { lock: toWire(await createLock(hub, c.var.actor, repo, { path, ref: ref?.name ?? null })) })
    } catch (error) {
      if (!isHubError(error, 'lfs.locked') || error.details['lock'] === undefined) throw error
      return answer(c, 409, { lock: toWire(error.details['lock'] as Lock), message: error.message, request_id: c.var.requestId })
    }
  })
  routes.post(
    `${locks}/verify`,
    describe({ summary: "List own and others' locks (git-lfs)", token: 'repo.write', body: Verify }),
    async (c) => {
      const repo = await repoOf(c)
      const { cursor, limit } = await jsonBody(c, Verify)
      const page = await verifyLocks(hub, c.var.actor, repo, { cursor: cursor ?? null, limit: limit || null })
      return answer(c, 200, { ours: page.ours.map(toWire), theirs: page.theirs.map(toWire), ...next(page.nextCursor) })
    },
  )
  routes.post(`${locks}/:id/unlock`, describe({ summary: 'Unlock a file (git-lfs)', token: 'repo.write', body: Unlock }), async (c) => {
    const repo = await repoOf(c)
    const { force } = await jsonBody(c, Unlock)
    return answer(c, 200, { lock: toWire(await deleteLock(hub, c.var.actor, repo, c.req.param('id') ?? '', force === true)) })
  })
}

function toWire({ id, path, lockedAt, owner }: Lock): Record<string, unknown> {
  return { id, path, locked_at: lockedAt.toISOString(), owner: { name: owner } }
}

function next(cursor: string | null): { next_cursor?: string } {
  return cursor === null ? {} : { next_cursor: cursor }
}

function answer(c: Context<Env>, status: 200 | 201 | 409, body: unknown): Response {
  return c.body(JSON.stringify(body), status, { 'Content-Type': lfsType, 'Cache-Control': 'no-store' })
}
