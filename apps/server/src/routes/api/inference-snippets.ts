import { HubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import { type InferenceOptions, inferenceClients, inferenceLanguages, inferenceSnippets, toModelFacts } from '@portolan/snippets'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { oneOf, prefersText, printTarget } from './print-target.ts'
import { describe } from '../../openapi/describe.ts'

const question = z.strictObject({
  provider: z.string().max(100).optional(),
  upstream: z.string().max(100).optional(),
  opts: z.record(z.string(), z.json()).optional(),
})

const languages = inferenceLanguages
const clients = [...new Set(languages.flatMap((language) => [...inferenceClients[language]]))]

/**
 * `GET /api/models/{id}/inference-snippets?provider=&streaming=&language=&client=&revision=&python=&javascript=`: the code that calls the model over
 * HTTP, as the model page shows it; `POST` does the same with `{provider?, upstream?, opts?}` as JSON, for custom inputs and parameters. If nobody
 * can call the model that way, the response gives the reason. As text (`Accept: text/plain`) it is the code of one client: the first that fits.
 */
export function inferenceSnippetRoutes(hub: Hub): Hono<Env> {
  const path = '/api/models/:owner/:name/inference-snippets'
  return new Hono<Env>()
    .get(
      path,
      describe({
        summary: 'Code that calls a model',
        query: ['client', 'device', 'javascript', 'language', 'provider', 'python', 'revision', 'streaming'],
      }),
      async (c) => {
        const streaming = oneOf('streaming', c.req.query('streaming'), ['true', 'false'] as const) === 'true'
        return answer(hub, c, { provider: c.req.query('provider'), opts: streaming ? { streaming } : {} })
      },
    )
    .post(
      path,
      describe({
        summary: 'Code that calls a model with given inputs',
        query: ['client', 'device', 'javascript', 'language', 'python', 'revision'],
        body: question,
      }),
      async (c) => answer(hub, c, await jsonBody(c, question)),
    )
}

async function answer(
  hub: Hub,
  c: Context<Env>,
  { provider = 'portolan', upstream, opts = {} }: z.output<typeof question>,
): Promise<Response> {
  const language = oneOf('language', c.req.query('language'), languages)
  const client = oneOf('client', c.req.query('client'), clients)
  const { repo, record, revision, commit, target } = await printTarget(hub, c)
  const call = { provider: provider || 'portolan', ...(upstream === undefined ? {} : { upstream }), opts: opts as InferenceOptions }
  const printed = inferenceSnippets(toModelFacts(record), target, call, (line) => hub.log.info(line))
  const about = { model: repo.fullName, revision, commit, provider: call.provider }
  c.header('Vary', 'Accept')
  const isText = prefersText(c.req.header('accept'))
  if ('reason' in printed) {
    if (isText) throw new HubError('snippet.not_offered', { message: printed.reason.text, reason: printed.reason.code })
    return c.json({ ...about, snippets: [], reason: printed.reason })
  }
  const snippets = printed.snippets
    .filter((each) => (language === undefined || each.language === language) && (client === undefined || each.client === client))
    .map(({ request: _request, ...shown }) => shown)
  const [first] = snippets
  if (!first && (language !== undefined || client !== undefined)) {
    const known = printed.snippets.map((each) => `${each.client} (${each.language})`)
    throw new HubError('snippet.not_offered', {
      message: `There is no snippet of this client for ${repo.fullName}; available: ${known.join(', ')}`,
      known,
    })
  }
  return isText && first ? c.text(first.code) : c.json({ ...about, snippets })
}
