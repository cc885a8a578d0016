import { HubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { answerOpenAi } from '../../inference/answer-openai.ts'
import { answerTask } from '../../inference/answer-task.ts'
import type { SurfaceName } from '../../inference/surfaces.ts'
import { describe } from '../../openapi/describe.ts'

const model = '/hf-inference/models/:owner/:name'

/** The routes that hub clients call for a given model's address: tasks of every kind, and chat below the same address. */
export function hfInferenceRoutes(hub: Hub): Hono<Env> {
  // The body also names a model, often a placeholder; the path takes precedence.
  const openAi = (surface: SurfaceName) => (c: Context<Env>) =>
    answerOpenAi(hub, c, surface, { id: idOf(c), policy: 'preferred', provider: null })
  return new Hono<Env>()
    .post(model, describe({ summary: 'Run a model' }), (c) => answerTask(hub, c, idOf(c), null))
    .post(`${model}/pipeline/:task`, describe({ summary: 'Run a model for a task' }), (c) =>
      answerTask(hub, c, idOf(c), c.req.param('task')),
    )
    .post(`${model}/v1/chat/completions`, describe({ summary: 'Chat completion of one model (OpenAI)' }), openAi('chat'))
    .post(`${model}/v1/completions`, describe({ summary: 'Completion of one model (OpenAI)' }), openAi('completion'))
    .post(`${model}/v1/embeddings`, describe({ summary: 'Embeddings of one model (OpenAI)' }), openAi('embedding'))
    .all('/hf-inference/*', () => {
      throw new HubError('route.not_found')
    })
}

function idOf(c: Context<Env>): string {
  return `${c.req.param('owner')}/${c.req.param('name')}`
}
