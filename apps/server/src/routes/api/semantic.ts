import { HubError } from '@portolan/contract'
import { type Hub, requireRepo, type SemanticHits, semanticSearch, similarModels } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { whole } from '../../http/query.ts'
import { describe } from '../../openapi/describe.ts'

const waitMs = 30_000
const limits = { fallback: 10, min: 1, max: 100 }

/**
 * Models by the meaning of their cards, nearest first; `score` is the cosine similarity:
 * `GET /api/semantic-search?q=&limit=` for a text, `GET /api/models/{id}/similar?limit=` for models near another one (empty while it has no vector).
 */
export function semanticRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/semantic-search', describe({ summary: 'Search models by meaning', query: ['limit', 'q'] }), async (c) => {
      const text = c.req.query('q')?.trim() ?? ''
      if (text === '') throw new HubError('query.invalid', { message: 'The query parameter q is missing', parameter: 'q' })
      const answer = await semanticSearch(hub, c.var.actor, text, { limit: whole(c, 'limit', limits), waitMs })
      if (answer === null) throw new HubError('search.no_embedding_model')
      return c.json(toWire(answer))
    })
    .get('/api/models/:owner/:name/similar', describe({ summary: 'Models similar to a model', query: ['limit'] }), async (c) => {
      const repo = await requireRepo(hub, c.var.actor, 'model', `${c.req.param('owner')}/${c.req.param('name')}`, 'read')
      return c.json(toWire((await similarModels(hub, c.var.actor, repo, whole(c, 'limit', limits))) ?? { model: null, hits: [] }))
    })
}

function toWire({ model, hits }: SemanticHits) {
  return {
    embeddingModel: model,
    models: hits.map(({ repo, score }) => ({
      _id: repo.uid,
      id: repo.fullName,
      score,
      pipeline_tag: repo.pipelineTag,
      library_name: repo.library,
      summary: repo.summary,
      private: repo.visibility === 'private',
    })),
  }
}
