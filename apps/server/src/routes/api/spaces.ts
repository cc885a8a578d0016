import { factsOfCommit, type Hub, listFiles, resolveRevision } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { repoOf } from '../../http/repo-params.ts'
import { toWireRuntime } from '../../wire/space-runtime.ts'

/** What clients ask about the machines behind Spaces; static ones need none (hub API, section 10.2). */
export function spaceRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/spaces/hardware', (c) => c.json([]))
    .get('/api/spaces/templates', (c) => c.json({ templates: [] }))
    .get('/api/:kind{spaces}/:owner/:name/runtime', async (c) => {
      const repo = await repoOf(c, hub, 'read')
      const { commitOid } = await resolveRevision(hub, repo, 'HEAD')
      const facts = await factsOfCommit(hub, repo, commitOid)
      const paths = (await listFiles(hub, repo, commitOid)).map(({ path }) => path)
      return c.json(toWireRuntime(repo, { sha: commitOid, paths, card: facts?.cardData }))
    })
}
