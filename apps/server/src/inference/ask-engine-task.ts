import type { EngineUsage, LocalRoute, Repo } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { type CallOutcome, estimateTokens, speedOf } from './call-outcome.ts'
import { generatedText } from './engine-openai.ts'
import { eventHeaders, providerHeader } from './event-headers.ts'
import type { Outlet } from './outlet.ts'
import { shapeForClient } from './shape-for-client.ts'
import { inputsFor, type TaskBody } from './task-body.ts'
import { toHubError } from './try-routes.ts'

/** A call to the hub's own engine in the hub clients' protocol. */
export interface EngineTaskCall {
  readonly c: Context<Env>
  readonly route: LocalRoute
  readonly repo: Repo
  readonly task: string
  readonly body: TaskBody
  readonly outlet: Outlet
}

/** Runs a task on the engine: returns JSON or a file, or for generation with `stream` its tokens as events. @throws {EngineError} */
export async function askEngineTask(call: EngineTaskCall): Promise<CallOutcome> {
  const { c, task, body } = call
  if (body.stream && task === 'text-generation') return streamTokens(call)
  const startedAt = performance.now()
  let usage: EngineUsage = { promptTokens: textTokens(body), completionTokens: 0 }
  let response: Response | null = null
  const headers = { 'Cache-Control': 'no-store', ...providerHeader('local') }
  for await (const event of run(call)) {
    if (event.type === 'text') continue
    if (event.type === 'file') response = c.body(new Uint8Array(event.bytes), 200, { ...headers, 'Content-Type': event.contentType })
    else {
      usage = event.usage ?? usage
      const isOneText = task === 'text-generation' && !Array.isArray(event.value)
      const value = isOneText ? [event.value] : shapeForClient(task, event.value, c.req.header('user-agent'))
      response = c.json(value, 200, headers)
    }
  }
  if (response === null) throw new Error('the engine exited without a result')
  return {
    response,
    usage,
    firstByteMs: performance.now() - startedAt,
    ...speedOf(usage.completionTokens, performance.now() - startedAt),
    error: null,
  }
}

function run({ route, repo, task, body, outlet }: EngineTaskCall) {
  return route.engine.run(
    { repoUid: repo.uid, id: repo.fullName, commit: repo.headOid ?? '', task, inputs: inputsFor(task, body), parameters: body.parameters },
    outlet.signal,
  )
}

function textTokens({ inputs }: TaskBody): number {
  return typeof inputs === 'object' && inputs !== null && 'bytes' in inputs ? 0 : estimateTokens(inputs)
}

/** Events in the format of common text generation servers: one per token, the last with the whole text. */
async function streamTokens(call: EngineTaskCall): Promise<CallOutcome> {
  const { outlet, route, body } = call
  const startedAt = performance.now()
  let firstAt = 0
  let count = 0
  let text = ''
  let usage: EngineUsage = { promptTokens: textTokens(body), completionTokens: 0 }
  let failure: Error | null = null
  const open = () => {
    firstAt = performance.now()
    const sink = outlet.open(200, { ...eventHeaders, ...providerHeader('local') })
    sink.on('error', () => {})
    return sink
  }
  let out: ReturnType<typeof open> | null = null
  const send = (piece: string, whole: string | null) => {
    out ??= open()
    const token = { id: 0, text: piece, logprob: 0, special: whole !== null && piece === '' }
    out.write(`data:${JSON.stringify({ index: ++count, token, generated_text: whole, details: null })}\n\n`)
  }
  try {
    // Hold each piece until the next one arrives: the last one carries the whole text.
    let held: string | null = null
    for await (const event of run(call)) {
      if (event.type === 'text') {
        if (held !== null) send(held, null)
        held = event.text
        text += event.text
      } else if (event.type === 'result') {
        usage = event.usage ?? usage
        text = generatedText(event.value)
      }
    }
    send(held ?? '', text)
    ;(out as ReturnType<typeof open> | null)?.end()
  } catch (error) {
    if (out === null) throw error
    failure = error instanceof Error ? error : new Error(String(error))
    const { message, code } = toHubError(route, error)
    if (!outlet.signal.aborted) (out as ReturnType<typeof open>).end(`data:${JSON.stringify({ error: message, error_type: code })}\n\n`)
  }
  return {
    response: outlet.response(),
    usage: { ...usage, completionTokens: usage.completionTokens || count },
    firstByteMs: firstAt - startedAt,
    ...speedOf(count, performance.now() - firstAt),
    error: failure,
  }
}
