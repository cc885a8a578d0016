import { HubError } from '@portolan/contract'
import { type CardVerdict, checkCard, type Hub, quickSearch, type Repo, tagsByType } from '@portolan/hub'
import { taskEntries } from '@portolan/pages'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { prefersText } from './print-target.ts'
import { jsonBody } from '../../http/json-body.ts'
import { whole } from '../../http/query.ts'
import { taskFileRoutes } from './task-files.ts'
import { quickSearchHitsAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

const yamlBody = z.object({ content: z.string(), repoType: z.enum(['model', 'dataset', 'space']).nullish() })

/** Routes that are not about a single repo: tags, tasks, card validation, search, and auxiliary client calls. */
export function catalogRoutes(hub: Hub): Hono<Env> {
  return (
    new Hono<Env>()
      .get('/api/models-tags-by-type', describe({ summary: 'Tags of models, by type', query: ['type'] }), async (c) =>
        c.json(await tagsByType(hub, 'model', c.req.query('type') || undefined)),
      )
      .get('/api/datasets-tags-by-type', describe({ summary: 'Tags of datasets, by type', query: ['type'] }), async (c) =>
        c.json(await tagsByType(hub, 'dataset', c.req.query('type') || undefined)),
      )
      .get('/api/tasks', describe({ summary: 'List the machine-learning tasks' }), async (c) => c.json(await taskEntries(hub)))
      .route('/', taskFileRoutes())
      .post('/api/validate-yaml', describe({ summary: 'Check the metadata of a card', body: yamlBody }), async (c) => {
        const body = await jsonBody(c, yamlBody)
        const verdict = await checkCard(body.content, body.repoType ?? 'model')
        const status = verdict.errors.length > 0 ? 400 : 200
        // `RepoCard.validate` prints the text of the response.
        return prefersText(c.req.header('accept')) ? c.text(lines(verdict), status) : c.json(verdict, status)
      })
      .get(
        '/api/quicksearch',
        describe({
          summary: 'Find repos and accounts by the beginning of their names',
          answer: quickSearchHitsAnswer,
          query: ['limit', 'q'],
        }),
        async (c) => {
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
        },
      )
      // Requested before the first call of every client process; a 404 would be requested again each time.
      .get('/api/agent-harnesses', describe({ summary: 'Known agent tools' }), (c) => c.json({ standardEnvVars: [], harnesses: {} }))
      .on(['HEAD', 'GET'], '/api/telemetry/*', describe({ summary: 'Telemetry of clients (ignored)' }), (c) => c.body(null, 200))
  )
}

function lines({ errors, warnings }: CardVerdict): string {
  return [...errors.map(({ message }) => `- Error: ${message}`), ...warnings.map(({ message }) => `- Warning: ${message}`)].join('\n')
}
