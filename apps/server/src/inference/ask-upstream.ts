import type { RemoteRoute } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { type CallOutcome, estimateTokens, speedOf } from './call-outcome.ts'
import { callUpstream, type UpstreamAnswer } from './call-upstream.ts'
import { eventHeaders, providerHeader } from './event-headers.ts'
import { errorEvent } from '../http/openai-error.ts'
import type { Outlet } from './outlet.ts'
import { readJsonAnswer } from './read-answer.ts'
import { relayEvents } from './relay-events.ts'
import { sentBody } from './sent-body.ts'
import type { Surface } from './surfaces.ts'
import { usageIn } from './token-usage.ts'
import { callerError, UpstreamError } from './upstream-error.ts'

/** A call to an upstream in OpenAI's protocol. */
export interface UpstreamCall {
  readonly c: Context<Env>
  readonly route: RemoteRoute
  readonly surface: Surface
  readonly body: Readonly<Record<string, unknown>>
  readonly outlet: Outlet
}

/** Calls an upstream and passes its response on as is. @throws {UpstreamError} before the first byte */
export async function askUpstream(call: UpstreamCall): Promise<CallOutcome> {
  const { c, route, surface, body, outlet } = call
  const { upstream, model } = route
  const isStream = body['stream'] === true && surface.name !== 'embedding'
  const answer = await callUpstream(
    upstream,
    {
      method: 'POST',
      path: (upstream.paths[surface.name] ?? '').replace('{model}', () => model.upstreamId),
      contentType: 'application/json',
      accept: isStream ? 'text/event-stream' : 'application/json',
      body: sentBody(route, { ...body, ...streamOptions(call, isStream) }),
    },
    outlet.signal,
  )
  if (isStream) return passEvents(call, answer)
  requireType(answer, 'application/json')
  const { bytes, value } = await readJsonAnswer(answer, upstream.timeouts.firstByte)
  if (value['error'] !== undefined && value['error'] !== null && value['choices'] === undefined && value['data'] === undefined)
    throw new UpstreamError('status', 'an error with a success status', { status: 500 })
  const usage = usageIn(value) ?? { promptTokens: estimateTokens(body[surface.input]), completionTokens: estimateTokens(value['choices']) }
  const response = c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...providerHeader(route.name),
  })
  return { response, usage, firstByteMs: performance.now() - answer.startedAt, error: null }
}

/** Requests token counts, which usage accounting needs; passed on only to callers who requested them too. */
function streamOptions({ route, body }: UpstreamCall, isStream: boolean): Record<string, unknown> {
  if (!isStream || !route.upstream.streamUsage) return {}
  const given = body['stream_options']
  return { stream_options: { ...(typeof given === 'object' ? given : {}), include_usage: true } }
}

async function passEvents(call: UpstreamCall, answer: UpstreamAnswer): Promise<CallOutcome> {
  const { route, surface, body, outlet } = call
  requireType(answer, 'text/event-stream')
  const options = body['stream_options'] as { include_usage?: unknown } | null | undefined
  const outcome = await relayEvents(answer, {
    idleMs: route.upstream.timeouts.idle,
    wantsUsage: options?.include_usage === true,
    open: () => outlet.open(200, { ...eventHeaders, ...providerHeader(route.name) }),
    errorEvent: (error) => errorEvent(callerError(route.upstream, error)),
  })
  const usage = outcome.usage ?? { promptTokens: estimateTokens(body[surface.input]), completionTokens: outcome.pieces }
  return {
    response: outlet.response(),
    usage,
    firstByteMs: outcome.firstEventMs,
    ...speedOf(usage.completionTokens, outcome.streamedMs),
    error: outcome.callerLeft ? null : outcome.error,
  }
}

/** @throws {UpstreamError} for a response of another type, whose body is not read */
function requireType({ message, deadline }: UpstreamAnswer, type: string): void {
  const found = message.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isPlain = (message.headers['content-encoding'] ?? 'identity') === 'identity'
  if (found === type && isPlain) return
  message.destroy()
  deadline.stop()
  throw new UpstreamError('garbage', `the response has ${found || 'no content type'}, not ${type}`)
}
