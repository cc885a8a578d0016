import { HubError } from '@portolan/contract'
import {
  deleteSpaceVariable,
  factsOfCommit,
  findRevision,
  type Hub,
  listFiles,
  listSpaceVariables,
  type Readable,
  resolveRevision,
  setSpaceVariable,
  spaceLog,
} from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { repoOf } from '../../http/repo-params.ts'
import { toWireRuntime } from '../../wire/space-runtime.ts'
import { describe } from '../../openapi/describe.ts'

const space = '/api/:kind{spaces}/:owner/:name'

const keyBody = z.object({ key: z.string() })
const variableBody = z.object({ key: z.string(), value: z.string(), description: z.string().nullish() })

/** Settings that only a machine could provide; this hub only serves files. */
const needsMachine = ['hardware', 'sleeptime', 'storage', 'pause', 'dev-mode', 'volumes'] as const

/** The calls clients make about the machines behind Spaces; static Spaces need none. */
export function spaceRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
    .get('/api/spaces/hardware', describe({ summary: 'Hardware for Spaces' }), (c) => c.json([]))
    .get('/api/spaces/templates', describe({ summary: 'Templates for Spaces' }), (c) => c.json({ templates: [] }))
    .get(`${space}/runtime`, describe({ summary: 'State of a Space' }), async (c) =>
      c.json(await runtimeOf(hub, await repoOf(c, hub, 'read'))),
    )
    .post(`${space}/restart`, describe({ summary: 'Restart a Space', token: 'repo.write' }), async (c) => {
      const repo = await repoOf(c, hub, 'write')
      return c.json(await runtimeOf(hub, repo))
    })
    .get(`${space}/variables`, describe({ summary: 'List the variables of a Space' }), async (c) => {
      const repo = await repoOf(c, hub, 'content')
      return c.json(await wireVariables(hub, repo))
    })
    .post(`${space}/variables`, describe({ summary: 'Set a variable of a Space', token: 'repo.write', body: variableBody }), async (c) => {
      const repo = await repoOf(c, hub, 'write')
      const { key, value, description = null } = await jsonBody(c, variableBody)
      await setSpaceVariable(hub, c.var.actor, repo, { name: key, value, description })
      return c.json(await wireVariables(hub, repo))
    })
    .delete(`${space}/variables`, describe({ summary: 'Delete a variable of a Space', token: 'repo.write', body: keyBody }), async (c) => {
      const repo = await repoOf(c, hub, 'write')
      const { key } = await jsonBody(c, keyBody)
      await deleteSpaceVariable(hub, c.var.actor, repo, key)
      return c.json(await wireVariables(hub, repo))
    })
    .get(`${space}/secrets`, describe({ summary: 'List the secrets of a Space (not offered)' }), async (c) => {
      await repoOf(c, hub, 'write')
      return c.json({})
    })
    .post(`${space}/secrets`, describe({ summary: 'Set a secret of a Space (not offered)', token: 'repo.write' }), async (c) => {
      await repoOf(c, hub, 'write')
      throw new HubError('space.static_only', {
        message: 'Static Spaces have no secrets: their visitors can read everything in them.',
      })
    })
    .delete(
      `${space}/secrets`,
      describe({ summary: 'Delete a secret of a Space (not offered)', token: 'repo.write', body: keyBody }),
      async (c) => {
        await repoOf(c, hub, 'write')
        await jsonBody(c, keyBody)
        return c.json({})
      },
    )
    .get(`${space}/logs/:which{build|run}`, describe({ summary: 'Logs of a Space (not offered)' }), async (c) => {
      const repo = await repoOf(c, hub, 'content')
      const lines = c.req.param('which') === 'build' ? await spaceLog(hub, repo) : []
      const events = lines.map(({ at, text }) => `data: ${JSON.stringify({ timestamp: at.toISOString(), data: `${text}\n` })}\n\n`)
      return c.body(events.join(''), 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' })
    })
  for (const what of needsMachine) {
    routes.on(
      ['POST', 'PUT', 'DELETE'],
      `${space}/${what}`,
      describe({ summary: `Change the machine of a Space: ${what} (not offered)`, token: 'repo.write' }),
      async (c) => {
        await repoOf(c, hub, 'write')
        throw new HubError('space.static_only')
      },
    )
  }
  return routes
}

async function runtimeOf(hub: Hub, repo: Readable) {
  const { commitOid } = await resolveRevision(hub, repo, 'HEAD')
  const facts = await factsOfCommit(hub, repo, commitOid)
  const served = (await findRevision(hub, repo, 'refs/convert/build'))?.commitOid ?? commitOid
  const paths = (await listFiles(hub, repo, served)).map(({ path }) => path)
  return toWireRuntime(repo, { sha: commitOid, paths, card: facts?.cardData })
}

async function wireVariables(hub: Hub, repo: Readable) {
  const variables = await listSpaceVariables(hub, repo)
  return Object.fromEntries(
    variables.map(({ name, value, description, updatedAt }) => [
      name,
      { value, ...(description === null ? {} : { description }), updatedAt: updatedAt.toISOString() },
    ]),
  )
}
