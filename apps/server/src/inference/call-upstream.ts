import { Agent, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as requestHttps } from 'node:https'
import { RequestQueue, retryAfterMs } from '@portolan/client'
import { type OutgoingCall, outgoingCalls, type Upstream } from '@portolan/hub'
import { Deadline } from './deadline.ts'
import { UpstreamError } from './upstream-error.ts'

/** A request to an upstream. The key is added when it is sent. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST'
  /** Relative to the upstream's address, without a leading slash; may have a query. */
  readonly path: string
  readonly contentType: string | null
  readonly accept: string
  readonly body: Uint8Array | null
  /** Another host of the same provider, from the configuration. */
  readonly base?: string
}

/** A response with status 200 to 299 whose body has not been read. The reader restarts the deadline as it reads, and stops it at the end. */
export interface UpstreamAnswer {
  readonly message: IncomingMessage
  readonly deadline: Deadline
  /** When the request was sent, in terms of `performance.now()`. */
  readonly startedAt: number
  /** Why the hub ended the connection; `null` when it did not. */
  fault(): UpstreamError | null
}

/**
 * Close idle connections before the upstream does: common servers wait for five seconds, and a call made while the connection is closing is lost.
 */
const keptOpen = { keepAlive: true, maxFreeSockets: 512, scheduling: 'lifo', timeout: 4_000 } as const
const agents = { http: new Agent(keptOpen), https: new SecureAgent(keptOpen) }
const longestError = 64 * 1024
/** How long an upstream may take to send the body of an error. */
const errorMs = 5_000

/**
 * Sends a request and waits for the headers of its response. A POST is sent only once: whatever failed, the upstream may have processed it and
 * charge for it. Redirects are not followed: the key goes only to the configured host. Aborting the signal ends the connection, even while the
 * body is being read.
 * @throws {UpstreamError}
 */
export async function callUpstream(upstream: Upstream, request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  try {
    return await calls.call(() => callOnce(upstream, request, signal), { signal, ...(request.method === 'POST' && { maxRetries: 0 }) })
  } catch (error) {
    throw signal.aborted ? callerLeft() : error
  }
}

/** A keep-alive connection broke: the upstream closed it just as the hub reused it, or closes connections for its own reasons. */
class StaleConnection extends UpstreamError {}

/** Reads on a stale connection are retried at once. Trying another upstream is the router's decision, not made here. */
const calls = new RequestQueue({ maxRetries: 1, minTimeoutMs: 0, mayRetry: (error) => error instanceof StaleConnection })

const callerLeft = () => new UpstreamError('broken', 'the caller disconnected')

async function callOnce(upstream: Upstream, request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  const { host } = new URL(request.base ?? upstream.url)
  const call: OutgoingCall = { kind: 'inference', method: request.method, host, headers: {} }
  const answer = await outgoingCalls.tracePromise(async () => {
    const sent = await send(upstream, request, signal, call.headers)
    call.status = sent.message.statusCode ?? 0
    return sent
  }, call)
  const { message, deadline } = answer
  const status = message.statusCode ?? 0
  if (status >= 200 && status < 300) return answer
  if (status < 400) {
    message.destroy()
    deadline.stop()
    throw new UpstreamError('garbage', `${upstream.name} responded with a redirect (status ${status})`)
  }
  deadline.restart(errorMs)
  const body = await readAtMost(message, longestError)
  deadline.stop()
  throw new UpstreamError('status', `${upstream.name} responded with status ${status}`, {
    status,
    said: errorMessageIn(body),
    retryAfterSeconds: retryAfterSeconds(message.headers['retry-after']),
  })
}

function send(
  upstream: Upstream,
  request: UpstreamRequest,
  signal: AbortSignal,
  traceHeaders: Readonly<Record<string, string>>,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const url = new URL(`${request.base ?? upstream.url}/${request.path}`)
    const isSecure = url.protocol === 'https:'
    let fault: UpstreamError | null = null
    let isAnswered = false
    let isConnected = false
    const end = (reason: UpstreamError) => {
      fault ??= reason
      outgoing.destroy()
    }
    const deadline = new Deadline(() => end(new UpstreamError('timeout', `${upstream.name} did not respond in time`)))
    const onAbort = () => end(callerLeft())
    const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
      method: request.method,
      headers: { ...traceHeaders, ...headersFor(upstream, request) },
      agent: isSecure ? agents.https : agents.http,
    } as RequestOptions)
    outgoing.on('socket', (socket) => {
      const { connect, firstByte } = upstream.timeouts
      const onConnect = () => {
        isConnected = true
        deadline.restart(firstByte)
      }
      if (!socket.connecting) {
        onConnect()
        return
      }
      deadline.restart(connect)
      socket.once(isSecure ? 'secureConnect' : 'connect', onConnect)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      deadline.stop()
      if (isAnswered) return
      signal.removeEventListener('abort', onAbort)
      const text = `${upstream.name}: ${error.code ?? error.message}`
      if (fault !== null) reject(fault)
      else if (outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) reject(new StaleConnection('broken', text))
      else if (String(error.code).startsWith('HPE_')) reject(new UpstreamError('garbage', text))
      else reject(new UpstreamError(isConnected ? 'broken' : 'unreachable', text, { cause: error }))
    })
    outgoing.on('response', (message) => {
      isAnswered = true
      message.on('error', () => {})
      message.once('close', () => {
        deadline.stop()
        signal.removeEventListener('abort', onAbort)
      })
      resolve({ message, deadline, startedAt, fault: () => fault })
    })
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    outgoing.end(request.body ?? undefined)
  })
}

function headersFor(upstream: Upstream, request: UpstreamRequest): Record<string, string | number> {
  const authorization = upstream.authorization()
  return {
    Accept: request.accept,
    'Accept-Encoding': 'identity',
    'User-Agent': 'portolan',
    ...upstream.headers,
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...(request.contentType === null ? {} : { 'Content-Type': request.contentType }),
    ...(request.method === 'POST' ? { 'Content-Length': request.body?.byteLength ?? 0 } : {}),
  }
}

/** Reads the start of a body; does not wait for the rest. */
async function readAtMost(message: IncomingMessage, bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size >= bytes) break
    }
  } catch {
    // An error whose body is cut off is still that error.
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}

/** The message of an error in OpenAI's format or other common ones; `null` when there is none. */
function errorMessageIn(body: Buffer): string | null {
  try {
    const value = JSON.parse(body.toString('utf8')) as Record<string, unknown> | null
    const error = value?.['error'] ?? value
    const found =
      typeof error === 'string'
        ? error
        : ((error as Record<string, unknown> | null)?.['message'] ?? value?.['message'] ?? value?.['detail'])
    return typeof found === 'string' ? found : null
  } catch {
    return null
  }
}

const longestRetryAfterSeconds = 86_400

function retryAfterSeconds(header: string | undefined): number | null {
  const asked = header === undefined ? null : retryAfterMs(header)
  return asked === null ? null : Math.min(Math.ceil(asked / 1000), longestRetryAfterSeconds)
}
