import { HubError } from '@portolan/contract'
import { checkCard, type Hub, quickSearch, type Repo, tagsByType } from '@portolan/hub'
import { taskEntries } from '@portolan/pages'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { whole } from '../../http/query.ts'
import { taskFileRoutes } from './task-files.ts'

const yamlBody = z.object({ content: z.string(), repoType: z.enum(['model', 'dataset', 'space']).nullish() })

/** Routes that are not about a single repo: tags, tasks, card validation, search, and auxiliary client calls. */
export function catalogRoutes(hub: Hub): Hono<Env> {
  return (
    new Hono<Env>()
      .get('/api/models-tags-by-type', async (c) => c.json(await tagsByType(hub, 'model', c.req.query('type') || undefined)))
      .get('/api/datasets-tags-by-type', async (c) => c.json(await tagsByType(hub, 'dataset', c.req.query('type') || undefined)))
      .get('/api/tasks', async (c) => c.json(await taskEntries(hub)))
      .route('/', taskFileRoutes())
      .post('/api/validate-yaml', async (c) => {
        const body = await jsonBody(c, yamlBody)
        const verdict = await checkCard(body.content, body.repoType ?? 'model')
        return c.json(verdict, verdict.errors.length > 0 ? 400 : 200)
      })
      .get('/api/quicksearch', async (c) => {
        const text = c.req.query('q')?.trim() ?? ''
        if (text === '') throw new HubError('query.invalid', { message: 'The query parameter q is missing', parameter: 'q' })
        const hits = await quickSearch(hub, c.var.actor, text, whole(c, 'limit', { fallback: 5, min: 1, max: 20 }))
        const brief = (repo: Repo) => ({ _id: repo.uid, id: repo.fullName })
        return c.json({
          models: hits.models.map(brief),
          datasets: hits.datasets.map(brief),
          spaces: hits.spaces.map(brief),
          users: hits.accounts.filter(({ kind }) => kind === 'user').map(({ name, fullname }) => ({ user: name, fullname })),
          orgs: hits.accounts.filter(({ kind }) => kind === 'org').map(({ name, fullname }) => ({ name, fullname })),
        })
      })
      // Requested before the first call of every client process; a 404 would be requested again each time.
      .get('/api/agent-harnesses', (c) => c.json({ standardEnvVars: [], harnesses: {} }))
      .on(['HEAD', 'GET'], '/api/telemetry/*', (c) => c.body(null, 200))
  )
}
