import { pathOf } from './checked-json.ts'
import { type BodyBuilder, type Dialect } from './bodies/body.ts'
import { chatBody } from './bodies/chat.ts'
import { falBase } from './bodies/fal-ai.ts'
import { hfInferenceBody } from './bodies/hf-inference.ts'
import { providerBodies } from './bodies/index.ts'
import type { CheckedCall } from './resolve-call.ts'
import type { Result } from './result.ts'
import type { InferenceRequest, RequestBody } from './types.ts'

export interface BuiltRequest {
  readonly request: InferenceRequest
  readonly result: Result
  /** Base URL of the provider, for polling a job; without a trailing slash. */
  readonly base: string
}

/** The single request of a call. @throws {UnfitInput} when the provider does not accept the call's input */
export function buildRequest(call: CheckedCall, dialect: Dialect): BuiltRequest {
  const { provider, route, task, streams } = call
  const build: BodyBuilder = task === 'conversational' ? chatBody : (providerBodies[provider.key] ?? hfInferenceBody)
  const built = build(call, dialect)
  const base = baseOf(call, dialect)
  const path = built.path ?? pathOfTask(call)
  const url = task === 'conversational' ? chatUrl(call) : route.kind === 'endpoint' ? route.url : `${base}/${path}${built.query ?? ''}`
  const isJob = built.result.job !== undefined
  return {
    base,
    result: built.result,
    request: {
      method: 'POST',
      url,
      headers: [
        ...contentType(built.body),
        ...(call.billTo === null ? [] : [{ name: 'X-HF-Bill-To', value: call.billTo }]),
        ...providerHeaders(call),
      ],
      auth: call.auth,
      body: built.body,
      streams,
      answer: streams ? 'events' : isJob ? 'job' : built.result.kind === 'bytes' ? 'bytes' : 'json',
    },
  }
}

/** Headers that the provider requires. For chat, a router adds them itself. */
export function providerHeaders({ provider, route, task }: CheckedCall): InferenceRequest['headers'] {
  if (route.kind === 'endpoint' || (route.kind === 'router' && task === 'conversational')) return []
  return provider.headers ?? []
}

function contentType(body: RequestBody): InferenceRequest['headers'] {
  if (body.kind === 'form') return []
  return [{ name: 'Content-Type', value: body.kind === 'json' ? 'application/json' : body.contentType }]
}

function baseOf({ provider, route, task }: CheckedCall, dialect: Dialect): string {
  if (route.kind === 'router') return `${route.base}/${route.name}`
  return provider.key === 'fal-ai' ? falBase(task, dialect) : provider.baseUrl
}

/** The URL for chat. A custom address is completed the way the clients do it. */
export function chatUrl(call: CheckedCall): string {
  const { route, provider } = call
  if (route.kind === 'router') return `${route.base}/v1/chat/completions`
  if (route.kind === 'direct') return `${provider.baseUrl}/${provider.routes['conversational'] ?? ''}`
  const url = route.url.replace(/(?<!\/)\/+$/, '')
  if (url.endsWith('/chat/completions')) return url
  return url.endsWith('/v1') ? `${url}/chat/completions` : `${url}/v1/chat/completions`
}

/** The base URL that OpenAI's clients and `base_url` expect. */
export function chatBase(call: CheckedCall): string {
  return chatUrl(call).slice(0, -'/chat/completions'.length)
}

/** The provider's route for the task. hf-inference identifies models by their hub id. */
function pathOfTask({ provider, task, model, providerModel }: CheckedCall): string {
  const route = provider.routes[task] ?? 'models/{model}'
  return route.replace('{model}', () => pathOf(provider.key === 'hf-inference' ? model : providerModel) ?? '')
}
