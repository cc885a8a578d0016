import { HubError } from '@portolan/contract'
import { describeRoute, type Hub, listServed, requireInferenceCaller, requireServed, type RouteView, type ServedModel } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { pathTail } from '../../http/path-tail.ts'
import { answerOpenAi } from '../../inference/answer-openai.ts'
import { describe } from '../../openapi/describe.ts'

/** The routes for any client of OpenAI's protocol, with `base_url` set to `/v1` of this hub. */
export function openAiRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .post('/v1/chat/completions', describe({ summary: 'Chat completion (OpenAI)' }), (c) => answerOpenAi(hub, c, 'chat'))
    .post('/v1/completions', describe({ summary: 'Completion (OpenAI)' }), (c) => answerOpenAi(hub, c, 'completion'))
    .post('/v1/embeddings', describe({ summary: 'Embeddings (OpenAI)' }), (c) => answerOpenAi(hub, c, 'embedding'))
    .get('/v1/models', describe({ summary: 'List the models that can be called (OpenAI)' }), async (c) => {
      const { actor } = requireInferenceCaller(hub, c.var.actor, null)
      const served = await listServed(hub, actor)
      return c.json({ object: 'list', data: served.map((model) => toWireModel(hub, model)) }, 200, { 'Cache-Control': 'no-store' })
    })
    .get('/v1/models/*', describe({ summary: 'A model that can be called (OpenAI)' }), async (c) => {
      const { actor } = requireInferenceCaller(hub, c.var.actor, null)
      const id = pathTail(c, 2)
      const { repo, routes } = await requireServed(hub, actor, { id, policy: 'preferred', provider: null }, null)
      return c.json(toWireModel(hub, { repo, routes }), 200, { 'Cache-Control': 'no-store' })
    })
    .all('/v1/*', () => {
      throw new HubError('route.not_found')
    })
}

function toWireModel(hub: Hub, { repo, routes }: ServedModel): unknown {
  return {
    id: repo.fullName,
    object: 'model',
    created: Math.floor(repo.createdAt.getTime() / 1000),
    owned_by: repo.owner,
    providers: routes.map((route) => toWireProvider(describeRoute(hub, repo, route))),
  }
}

function toWireProvider({ provider, task, status, contextLength, price, firstByteMs, tokensPerSecond }: RouteView): unknown {
  return {
    provider,
    status,
    task,
    ...(contextLength === null ? {} : { context_length: contextLength }),
    ...(price === null ? {} : { pricing: price }),
    ...(firstByteMs === null ? {} : { first_token_latency_ms: Math.round(firstByteMs) }),
    ...(tokensPerSecond === null ? {} : { throughput: Math.round(tokensPerSecond * 10) / 10 }),
  }
}
