import type { Writable } from 'node:stream'
import type { Upstream } from '@portolan/hub'
import { drained } from '../http/drained.ts'
import type { CallOutcome } from './call-outcome.ts'
import type { UpstreamAnswer } from './call-upstream.ts'
import { providerHeader } from './event-headers.ts'
import type { Outlet } from './outlet.ts'
import { type TokenUsage, usageIn } from './token-usage.ts'
import { UpstreamError } from './upstream-error.ts'

/** Responses up to this size are searched for token counts. */
const maxLooked = 4 * 1024 * 1024
/** Types that a browser would execute; they are sent as application/octet-stream. */
const active = /html|xml|svg|javascript|ecmascript/i

/**
 * Passes a response on as is, whatever its type: JSON, an image, audio, a provider's own events. Bytes are sent as they arrive; if the upstream's
 * connection breaks midway, the caller's is broken too.
 * @throws {UpstreamError} before the first byte
 */
export function passThrough(answer: UpstreamAnswer, upstream: Upstream, outlet: Outlet, estimate: TokenUsage): Promise<CallOutcome> {
  const { message, deadline } = answer
  const type = message.headers['content-type'] ?? 'application/octet-stream'
  const isJson = /^application\/json\b/.test(type)
  return new Promise((resolve, reject) => {
    let out: Writable | null = null
    let firstByteMs = 0
    let looked: Buffer[] | null = isJson ? [] : null
    let lookedBytes = 0
    let isSettled = false
    const settle = (error: UpstreamError | null) => {
      if (isSettled) return
      isSettled = true
      if (out === null && error !== null) {
        reject(error)
        return
      }
      const sink = out ?? open()
      sink.off('close', onLeft)
      if (error === null) sink.end()
      else sink.destroy()
      const usage = (looked === null ? null : countsIn(Buffer.concat(looked))) ?? estimate
      resolve({ response: outlet.response(), usage, firstByteMs, error })
    }
    const onLeft = () => {
      if (isSettled) return
      isSettled = true
      message.destroy()
      resolve({ response: outlet.response(), usage: estimate, firstByteMs, error: null })
    }
    const open = (): Writable => {
      firstByteMs = performance.now() - answer.startedAt
      const length = message.headers['content-length']
      const sink = outlet.open(200, {
        'Content-Type': active.test(type) ? 'application/octet-stream' : type.replaceAll(/[^\x20-\x7e]/g, ''),
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'X-Accel-Buffering': 'no',
        ...(length !== undefined && /^\d+$/.test(length) ? { 'Content-Length': length } : {}),
        ...(message.headers['content-encoding'] === undefined ? {} : { 'Content-Encoding': message.headers['content-encoding'] }),
        ...providerHeader(upstream.name),
      })
      sink.on('close', onLeft)
      sink.on('error', onLeft)
      return sink
    }
    message.on('data', (piece: Buffer) => {
      if (isSettled) return
      deadline.restart(upstream.timeouts.idle)
      out ??= open()
      if (looked !== null) {
        looked.push(piece)
        lookedBytes += piece.length
        if (lookedBytes > maxLooked) looked = null
      }
      if (out.write(piece)) return
      message.pause()
      deadline.stop()
      void drained(out).then(() => {
        if (isSettled) return
        deadline.restart(upstream.timeouts.idle)
        message.resume()
      })
    })
    message.on('end', () => settle(null))
    message.on('close', () => {
      // Capturing a stack is expensive, so create the error only when it is needed.
      if (!isSettled) settle(answer.fault() ?? new UpstreamError('broken', 'the response was cut off'))
    })
  })
}

function countsIn(bytes: Buffer): TokenUsage | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? usageIn(value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
