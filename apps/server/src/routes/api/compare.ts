import { type Hub, parseCompareSpec, rawDiff, requireAccess, resolveCompare, unifiedDiff } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { pathTail } from '../../http/path-tail.ts'
import { flag } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { sendPieces } from '../../http/send-pieces.ts'
import { describe } from '../../openapi/describe.ts'

/**
 * The differences between two revisions: a unified diff, or with `raw` the list of `git diff --raw`. With `binary`
 * the diff includes the contents of binary files, so that `git apply` can reproduce the new tree from it.
 */
export function compareRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get(
    `${apiRepo}/compare/*`,
    describe({ summary: 'Compare two revisions', query: ['binary', 'raw'] }),
    async (c) => {
      const raw = flag(c, 'raw')
      // File names need read access to the repo; contents need access to its files.
      const repo = await repoOf(c, hub, 'read')
      const compare = async () => {
        const { base, head } = await resolveCompare(hub, repo, parseCompareSpec(pathTail(c, 5)))
        c.header('Content-Type', 'text/plain; charset=utf-8')
        c.header('X-Repo-Commit', head)
        return { base, head }
      }
      if (raw) {
        const { base, head } = await compare()
        return c.body(await rawDiff(hub, repo, base, head, c.req.raw.signal))
      }
      requireAccess(c.var.actor, repo, 'content')
      const { base, head } = await compare()
      const binary = flag(c, 'binary')
      return sendPieces(c, {}, (signal) => unifiedDiff(hub, repo, base, head, { binary, signal }), hub.log)
    },
  )
}
