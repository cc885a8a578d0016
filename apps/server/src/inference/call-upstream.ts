import { Agent, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as requestHttps } from 'node:https'
import { RequestQueue, retryAfterMs } from '@portolan/client'
import type { Upstream } from '@portolan/hub'
import { Deadline } from './deadline.ts'
import { UpstreamError } from './upstream-error.ts'

/** What is sent to an upstream. The key is added on the way. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST'
  /** Below the upstream's address, without a leading slash; may have a query. */
  readonly path: string
  readonly contentType: string | null
  readonly accept: string
  readonly body: Uint8Array | null
  /** Another host of the same provider, which the configuration named. */
  readonly base?: string
}

/** An answer of status 200 to 299 whose body has not been read. Whoever reads it moves the deadline along, and stops it. */
export interface UpstreamAnswer {
  readonly message: IncomingMessage
  readonly deadline: Deadline
  /** When the request was sent, as of `performance.now()`. */
  readonly startedAt: number
  /** Why the connection was ended from this side; `null` when it was not. */
  fault(): UpstreamError | null
}

/** Unused connections are closed before the upstream does it: common servers wait for five seconds, and a call that meets a closing connection is lost. */
const keptOpen = { keepAlive: true, maxFreeSockets: 512, scheduling: 'lifo', timeout: 4_000 } as const
const agents = { http: new Agent(keptOpen), https: new SecureAgent(keptOpen) }
const longestError = 64 * 1024
/** So long an upstream may take to explain an error. */
const errorMs = 5_000

/**
 * Sends a request and waits for the head of its answer. A POST is sent once: whatever broke, the upstream may have worked for it, and want money. Redirects are not followed: the key goes to the configured host and nowhere else.
 * Aborting the signal ends the connection, also while the body is being read.
 * @throws {UpstreamError}
 */
export async function callUpstream(upstream: Upstream, request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  try {
    return await calls.call(() => callOnce(upstream, request, signal), { signal, ...(request.method === 'POST' && { maxRetries: 0 }) })
  } catch (error) {
    throw signal.aborted ? callerLeft() : error
  }
}

/** A kept connection broke: the upstream closed it at the moment we used it, or does so for reasons of its own. */
class StaleConnection extends UpstreamError {}

/** Reads on a connection that turns out to be stale are made again at once. Where else to ask is decided by the router, not here. */
const calls = new RequestQueue({ maxRetries: 1, minTimeoutMs: 0, mayRetry: (error) => error instanceof StaleConnection })

const callerLeft = () => new UpstreamError('broken', 'the caller left')

async function callOnce(upstream: Upstream, request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  const answer = await send(upstream, request, signal)
  const { message, deadline } = answer
  const status = message.statusCode ?? 0
  if (status >= 200 && status < 300) return answer
  if (status < 400) {
    message.destroy()
    deadline.stop()
    throw new UpstreamError('garbage', `${upstream.name} answered with status ${status}, a redirect`)
  }
  deadline.restart(errorMs)
  const body = await readAtMost(message, longestError)
  deadline.stop()
  throw new UpstreamError('status', `${upstream.name} answered with status ${status}`, {
    status,
    said: saidIn(body),
    retryAfterSeconds: retryAfterSeconds(message.headers['retry-after']),
  })
}

function send(upstream: Upstream, request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
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
    const deadline = new Deadline(() => end(new UpstreamError('timeout', `${upstream.name} did not answer in time`)))
    const onAbort = () => end(callerLeft())
    const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
      method: request.method,
      headers: headersFor(upstream, request),
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

/** The beginning of a body; the rest is not waited for. */
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
    // An error whose explanation breaks off is still that error.
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}

/** The message in an error of OpenAI's form, or of the others in use; `null` when there is none. */
function saidIn(body: Buffer): string | null {
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
