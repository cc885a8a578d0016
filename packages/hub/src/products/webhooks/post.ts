import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { retryAfterMs } from '@portolan/client'
import { checkedLookup, mayReach, type OutgoingCall, outgoingCalls } from '../../foundation/network/index.ts'

/** How long a receiver may take. Milliseconds. */
export interface PostLimits {
  /** From the look-up of its name until the connection stands, TLS included. */
  readonly connectMs: number
  /** For the whole delivery. */
  readonly totalMs: number
}
const defaultLimits: PostLimits = { connectMs: 5_000, totalMs: 10_000 }
/** How much of a response is kept for the log. Bytes. */
const keptBytes = 4_096

export interface PostResult {
  /** `null` when there was no response. */
  readonly status: number | null
  readonly response: string | null
  readonly error: string | null
  /** The delay the receiver requested in Retry-After. Milliseconds. */
  readonly retryAfterMs: number | null
  /** Duration. Milliseconds. */
  readonly duration: number
}

/**
 * Posts JSON. Does not follow redirects, checks the address when connecting, and reads a limited part of the response. Never throws.
 * @returns `cut` when the signal ended it
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  reach: 'public' | 'local' | 'any',
  cut: AbortSignal,
  limits = defaultLimits,
): Promise<PostResult | 'cut'> {
  const started = performance.now()
  const done = (rest: Omit<PostResult, 'duration'>): PostResult => ({ ...rest, duration: Math.round(performance.now() - started) })
  if (cut.aborted) return 'cut'
  const target = new URL(url)
  const bare = target.hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !mayReach(bare, reach)) return done({ ...noAnswer, error: refusal })
  try {
    const call: OutgoingCall = { kind: 'webhook', method: 'POST', host: target.host, headers: {} }
    const answer = await outgoingCalls.tracePromise(async () => {
      const sent = await send(target, body, { ...call.headers, ...headers }, reach, cut, limits)
      if (sent.status !== null) call.status = sent.status
      return sent
    }, call)
    return done({ ...answer, error: null })
  } catch (error) {
    return cut.aborted ? 'cut' : done({ ...noAnswer, error: reasonOf(error) })
  }
}

const noAnswer = { status: null, response: null, retryAfterMs: null }
const refusal = 'The URL points to a network that webhooks of this hub are not allowed to reach'

function send(
  target: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  reach: 'public' | 'local' | 'any',
  cut: AbortSignal,
  { connectMs, totalMs }: PostLimits,
): Promise<Pick<PostResult, 'status' | 'response' | 'retryAfterMs'>> {
  const isSecure = target.protocol === 'https:'
  const request = isSecure ? httpsRequest : httpRequest
  const { promise, resolve, reject } = Promise.withResolvers<Pick<PostResult, 'status' | 'response' | 'retryAfterMs'>>()
  const call = request(
    target,
    {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      lookup: checkedLookup(reach, refusal),
      signal: cut,
    },
    (answer) => {
      const pieces: Buffer[] = []
      let size = 0
      const finish = () => {
        const asked = answer.headers['retry-after']
        resolve({
          status: answer.statusCode ?? 0,
          response: Buffer.concat(pieces).subarray(0, keptBytes).toString('utf8'),
          retryAfterMs: asked === undefined ? null : retryAfterMs(asked),
        })
        answer.destroy()
      }
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece)
        size += piece.length
        if (size >= keptBytes) finish()
      })
      answer.on('end', finish)
      answer.on('error', reject)
    },
  )
  const giveUp = (reason: string) => {
    const error = new Error(reason)
    reject(error)
    call.destroy(error)
  }
  const connecting = setTimeout(() => giveUp(`No connection within ${connectMs / 1000} seconds`), connectMs)
  const whole = setTimeout(() => giveUp(`No answer within ${totalMs / 1000} seconds`), totalMs)
  call.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)))
  call.on('error', reject)
  call.end(body)
  return promise.finally(() => {
    clearTimeout(connecting)
    clearTimeout(whole)
  })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error.message : `The request failed: ${code}`
}
