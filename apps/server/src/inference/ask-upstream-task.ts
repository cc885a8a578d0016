import { HubError } from '@portolan/contract'
import type { RemoteRoute, Repo } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { type CallOutcome, estimateTokens } from './call-outcome.ts'
import { callUpstream, type UpstreamAnswer } from './call-upstream.ts'
import { providerHeader } from './event-headers.ts'
import type { Outlet } from './outlet.ts'
import { passThrough } from './pass-through.ts'
import { readJsonAnswer } from './read-answer.ts'
import type { TaskBody } from './task-body.ts'
import { usageIn } from './token-usage.ts'
import { UpstreamError } from './upstream-error.ts'

/** A call to an upstream in the hub clients' protocol. */
export interface UpstreamTaskCall {
  readonly c: Context<Env>
  readonly route: RemoteRoute
  readonly repo: Repo
  readonly task: string
  /** Whether the address names the task. */
  readonly namesTask: boolean
  readonly body: TaskBody
  readonly outlet: Outlet
}

/**
 * Runs a task on an upstream. One that speaks the protocol gets the body as is; an OpenAI server supports only generation and embeddings.
 * @throws {UpstreamError} before the first byte; {HubError} `inference.unsupported_task`
 */
export async function askUpstreamTask(call: UpstreamTaskCall): Promise<CallOutcome> {
  const { route, task } = call
  if (route.upstream.kind === 'hf-inference') return passBody(call)
  if (task === 'text-generation' && route.upstream.paths.completion !== undefined) return generate(call, route.upstream.paths.completion)
  if (task === 'feature-extraction' && route.upstream.paths.embedding !== undefined) return embed(call, route.upstream.paths.embedding)
  throw new HubError('inference.unsupported_task', {
    message: `${route.name} supports ${task} only in its own protocol: at /${route.name}/ and, for chat, at /v1/chat/completions`,
  })
}

async function passBody(call: UpstreamTaskCall): Promise<CallOutcome> {
  const { c, route, task, namesTask, body, outlet } = call
  const answer = await callUpstream(
    route.upstream,
    {
      method: 'POST',
      path: `models/${route.model.upstreamId}${namesTask ? `/pipeline/${task}` : ''}`,
      contentType: body.contentType,
      accept: c.req.header('accept') ?? '*/*',
      body: body.bytes,
    },
    outlet.signal,
  )
  return passThrough(answer, route.upstream, outlet, { promptTokens: 0, completionTokens: 0 })
}

async function ask(
  call: UpstreamTaskCall,
  path: string,
  body: unknown,
): Promise<{ answer: UpstreamAnswer; value: Record<string, unknown> }> {
  const { route, outlet } = call
  const answer = await callUpstream(
    route.upstream,
    { method: 'POST', path, contentType: 'application/json', accept: 'application/json', body: Buffer.from(JSON.stringify(body)) },
    outlet.signal,
  )
  const { value } = await readJsonAnswer(answer, route.upstream.timeouts.firstByte)
  return { answer, value }
}

async function generate(call: UpstreamTaskCall, path: string): Promise<CallOutcome> {
  const { c, route, body } = call
  if (body.stream) throw new HubError('inference.unsupported_task', { message: 'To stream generated text, use /v1/completions' })
  if (typeof body.inputs !== 'string')
    throw new HubError('body.invalid', { message: 'inputs must be a single string here', field: 'inputs' })
  const { max_new_tokens: length, return_full_text: full, ...parameters } = body.parameters
  const request = {
    model: route.model.upstreamId,
    prompt: body.inputs,
    ...parameters,
    ...(length === undefined ? {} : { max_tokens: length }),
  }
  const { answer, value } = await ask(call, path, request)
  const text = (value['choices'] as { text?: unknown }[] | undefined)?.[0]?.text
  if (typeof text !== 'string') throw new UpstreamError('garbage', 'a response without text')
  const response = c.json([{ generated_text: full === true ? body.inputs + text : text }], 200, headers(route))
  const usage = usageIn(value) ?? { promptTokens: estimateTokens(body.inputs), completionTokens: estimateTokens(text) }
  return { response, usage, firstByteMs: performance.now() - answer.startedAt, error: null }
}

async function embed(call: UpstreamTaskCall, path: string): Promise<CallOutcome> {
  const { c, route, body } = call
  const isOne = typeof body.inputs === 'string'
  const texts = isOne ? [body.inputs] : body.inputs
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === 'string'))
    throw new HubError('body.invalid', { message: 'inputs must be a string or a list of strings', field: 'inputs' })
  const { answer, value } = await ask(call, path, { model: route.model.upstreamId, input: texts })
  const data = value['data'] as { embedding?: number[] }[] | undefined
  if (!Array.isArray(data) || data.length !== texts.length || !data.every(({ embedding }) => Array.isArray(embedding)))
    throw new UpstreamError('garbage', 'a response without a vector for each text')
  const vectors = data.map(({ embedding = [] }) => embedding)
  const usage = usageIn(value) ?? { promptTokens: estimateTokens(texts), completionTokens: 0 }
  const response = c.json(isOne ? vectors[0] : vectors, 200, headers(route))
  return { response, usage, firstByteMs: performance.now() - answer.startedAt, error: null }
}

function headers(route: RemoteRoute): Record<string, string> {
  return { 'Cache-Control': 'no-store', ...providerHeader(route.name) }
}
