import { HubError } from '@portolan/contract'
import type { EngineEvent, EngineUsage, Json, LocalRoute, Repo } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { drained } from '../http/drained.ts'
import { type CallOutcome, estimateTokens, speedOf } from './call-outcome.ts'
import { embeddingVectors, encodeVector } from './embedding-vectors.ts'
import { engineParameters } from './engine-parameters.ts'
import { eventHeaders, providerHeader } from './event-headers.ts'
import { errorEvent } from '../http/openai-error.ts'
import type { Outlet } from './outlet.ts'
import type { Surface } from './surfaces.ts'
import { toHubError } from './try-routes.ts'

/** A call to the hub's own engine in OpenAI's protocol. */
export interface EngineCall {
  readonly c: Context<Env>
  readonly route: LocalRoute
  readonly repo: Repo
  readonly surface: Surface
  readonly body: Readonly<Record<string, unknown>>
  readonly outlet: Outlet
}

/** Calls the hub's own engine and responds like an OpenAI server. @throws {EngineError} before the first byte */
export async function askEngine(call: EngineCall): Promise<CallOutcome> {
  const { c, body, surface } = call
  if (surface.name === 'embedding') return embed(call)
  const reader = new TextReader(call)
  if (body['stream'] === true) return streamText(call, reader)
  for await (const _piece of reader.pieces());
  const answer = {
    ...reader.head(surface.name === 'chat' ? 'chat.completion' : 'text_completion'),
    choices: [reader.choice()],
    usage: reader.wireUsage(),
  }
  return {
    response: c.json(answer, 200, { ...providerHeader('local'), 'Cache-Control': 'no-store' }),
    usage: reader.usage(),
    ...reader.measured(),
    error: null,
  }
}

async function streamText(call: EngineCall, reader: TextReader): Promise<CallOutcome> {
  const { outlet, surface, body, route } = call
  const isChat = surface.name === 'chat'
  const object = isChat ? 'chat.completion.chunk' : 'text_completion'
  let failure: Error | null = null
  let out: ReturnType<Outlet['open']> | null = null
  const send = async (choices: unknown[], more: Record<string, unknown> = {}): Promise<void> => {
    if (out === null) {
      out = outlet.open(200, { ...eventHeaders, ...providerHeader('local') })
      out.on('error', () => {})
    }
    const taken = out.write(`data: ${JSON.stringify({ ...reader.head(object), choices, ...more })}\n\n`)
    if (!taken) await drained(out)
  }
  const choice = (text: string, finish: string | null, isFirst: boolean): unknown =>
    isChat
      ? {
          index: 0,
          delta: { ...(isFirst ? { role: 'assistant' } : {}), ...(finish === null ? { content: text } : {}) },
          finish_reason: finish,
        }
      : { index: 0, text, finish_reason: finish, logprobs: null }
  try {
    for await (const piece of reader.pieces()) await send([choice(piece, null, out === null)])
    await send([choice('', reader.finishReason, out === null)])
    const options = body['stream_options'] as { include_usage?: unknown } | undefined
    if (options?.include_usage === true) await send([], { usage: reader.wireUsage() })
    ;(out as ReturnType<Outlet['open']> | null)?.end('data: [DONE]\n\n')
  } catch (error) {
    if (out === null) throw error
    failure = error instanceof Error ? error : new Error(String(error))
    if (!outlet.signal.aborted) (out as ReturnType<Outlet['open']>).end(errorEvent(toHubError(route, error)))
  }
  return { response: outlet.response(), usage: reader.usage(), ...reader.measured(), error: failure }
}

/** The text of a run: piece by piece, and in full. */
class TextReader {
  readonly #call: EngineCall
  readonly #id: string
  readonly #created = Math.floor(Date.now() / 1000)
  readonly #startedAt = performance.now()
  #firstAt: number | null = null
  #lastAt = 0
  #count = 0
  #text = ''
  #usage: EngineUsage | null = null
  finishReason: string = 'stop'

  constructor(call: EngineCall) {
    this.#call = call
    this.#id = `${call.surface.name === 'chat' ? 'chatcmpl' : 'cmpl'}-${call.c.var.requestId}`
  }

  async *pieces(): AsyncGenerator<string> {
    const { route, repo, surface, body, outlet } = this.#call
    const prompt = surface.name === 'chat' ? null : promptOf(body)
    const run = route.engine.run(
      {
        repoUid: repo.uid,
        id: repo.fullName,
        commit: repo.headOid ?? '',
        task: surface.task,
        inputs: prompt,
        ...(surface.name === 'chat' ? { messages: body['messages'] as Json[] } : {}),
        parameters: { ...engineParameters(body), ...(surface.name === 'chat' ? {} : { return_full_text: false }) },
      },
      outlet.signal,
    )
    for await (const event of run) {
      const piece = this.#take(event)
      if (piece !== '') yield piece
    }
  }

  #take(event: EngineEvent): string {
    if (event.type === 'file') throw new Error('the engine returned a file for a text task')
    if (event.type === 'result') {
      this.#usage = event.usage ?? null
      this.finishReason = event.finishReason ?? 'stop'
      // An engine that does not stream returns the whole text here.
      const whole = this.#text === '' ? generatedText(event.value) : ''
      this.#note(whole)
      return whole
    }
    this.#note(event.text)
    return event.text
  }

  #note(text: string): void {
    if (text === '') return
    this.#lastAt = performance.now()
    this.#firstAt ??= this.#lastAt
    this.#count++
    this.#text += text
  }

  head(object: string): Record<string, unknown> {
    return { id: this.#id, object, created: this.#created, model: this.#call.repo.fullName }
  }

  choice(): unknown {
    return this.#call.surface.name === 'chat'
      ? { index: 0, message: { role: 'assistant', content: this.#text }, finish_reason: this.finishReason, logprobs: null }
      : { index: 0, text: this.#text, finish_reason: this.finishReason, logprobs: null }
  }

  usage(): EngineUsage {
    return this.#usage ?? { promptTokens: estimateTokens(this.#call.body[this.#call.surface.input]), completionTokens: this.#count }
  }

  wireUsage(): Record<string, number> {
    const { promptTokens, completionTokens } = this.usage()
    return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens }
  }

  measured(): { firstByteMs?: number; tokensPerSecond?: number } {
    if (this.#firstAt === null) return {}
    return { firstByteMs: this.#firstAt - this.#startedAt, ...speedOf(this.#count, this.#lastAt - this.#firstAt) }
  }
}

/** A single prompt: a string, or a list with one string. @throws {HubError} `body.invalid` */
function promptOf(body: Readonly<Record<string, unknown>>): string {
  const { prompt } = body as { prompt?: unknown }
  const text: unknown = Array.isArray(prompt) && prompt.length === 1 ? prompt[0] : prompt
  if (typeof text !== 'string') throw new HubError('body.invalid', { message: 'prompt must be a single string here', field: 'prompt' })
  return text
}

/** The text in the result of a generation task, in either format. */
export function generatedText(value: Json): string {
  const first = Array.isArray(value) ? (value as readonly Json[])[0] : value
  const text = typeof first === 'object' && first !== null ? (first as Record<string, Json>)['generated_text'] : first
  return typeof text === 'string' ? text : ''
}

async function embed(call: EngineCall): Promise<CallOutcome> {
  const { c, route, repo, body, outlet } = call
  const input = body['input']
  const texts = typeof input === 'string' ? [input] : input
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text): text is string => typeof text === 'string'))
    throw new HubError('body.invalid', { message: 'input must be a string or a list of strings here', field: 'input' })
  const startedAt = performance.now()
  let value: Json = null
  let usage: EngineUsage = { promptTokens: estimateTokens(texts), completionTokens: 0 }
  const request = {
    repoUid: repo.uid,
    id: repo.fullName,
    commit: repo.headOid ?? '',
    task: 'feature-extraction',
    inputs: texts,
    parameters: {},
  }
  for await (const event of route.engine.run(request, outlet.signal)) {
    if (event.type !== 'result') continue
    value = event.value
    usage = event.usage ?? usage
  }
  const vectors = embeddingVectors(value, texts.length)
  const asText = body['encoding_format'] === 'base64'
  const answer = {
    object: 'list',
    model: repo.fullName,
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: asText ? encodeVector(vector) : vector })),
    usage: { prompt_tokens: usage.promptTokens, total_tokens: usage.promptTokens },
  }
  const response = c.json(answer, 200, { ...providerHeader('local'), 'Cache-Control': 'no-store' })
  return { response, usage, firstByteMs: performance.now() - startedAt, error: null }
}
