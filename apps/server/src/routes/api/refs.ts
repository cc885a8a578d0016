import { createBranch, createTag, deleteBranch, deleteTag, type Hub } from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { pathTail } from '../../http/path-tail.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { describe } from '../../openapi/describe.ts'

const branchBody = z.object({ startingPoint: z.string().nullish(), emptyBranch: z.boolean().nullish(), overwrite: z.boolean().nullish() })
const tagBody = z.object({ tag: z.string(), message: z.string().max(65_536).nullish() })

/** Creating and deleting branches and tags. */
export function refRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .post(`${apiRepo}/branch/*`, describe({ summary: 'Create a branch', token: 'repo.write', body: branchBody }), async (c) => {
      const repo = await repoOf(c, hub, 'write')
      const body = await jsonBody(c, branchBody)
      const ref = await createBranch(hub, c.var.actor, repo, {
        name: pathTail(c, 5),
        startingPoint: body.startingPoint ?? null,
        overwrite: body.overwrite === true,
        empty: body.emptyBranch === true,
      })
      return c.json(ref, 201)
    })
    .delete(`${apiRepo}/branch/*`, describe({ summary: 'Delete a branch', token: 'repo.write' }), async (c) => {
      await deleteBranch(hub, c.var.actor, await repoOf(c, hub, 'write'), pathTail(c, 5))
      return c.json({ success: true })
    })
    .post(`${apiRepo}/tag/*`, describe({ summary: 'Create a tag', token: 'repo.write', body: tagBody }), async (c) => {
      const repo = await repoOf(c, hub, 'write')
      const body = await jsonBody(c, tagBody)
      const ref = await createTag(hub, c.var.actor, repo, { tag: body.tag, revision: pathTail(c, 5), message: body.message ?? null })
      return c.json(ref, 201)
    })
    .delete(`${apiRepo}/tag/*`, describe({ summary: 'Delete a tag', token: 'repo.write' }), async (c) => {
      await deleteTag(hub, c.var.actor, await repoOf(c, hub, 'write'), pathTail(c, 5))
      return c.json({ success: true })
    })
}
