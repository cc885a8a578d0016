import type { Writable } from 'node:stream'
import { drained } from '../http/drained.ts'
import type { UpstreamAnswer } from './call-upstream.ts'
import { dataOf, EventSplitter, eventsOf } from './event-splitter.ts'
import { type TokenUsage, usageIn } from './token-usage.ts'
import { UpstreamError } from './upstream-error.ts'

/** The outcome of a stream that has started. */
export interface RelayOutcome {
  /** `null` when the upstream did not report it. */
  readonly usage: TokenUsage | null
  /** Number of events that contain a part of the response: about one token each. */
  readonly pieces: number
  /** Time from the request to the first event. Milliseconds. */
  readonly firstEventMs: number
  /** Time from the first event to the last. Milliseconds. */
  readonly streamedMs: number
  /** Why it is incomplete; `null` when it is complete, or when the caller disconnected. */
  readonly error: UpstreamError | null
  readonly callerLeft: boolean
}

export interface RelayOptions {
  /** Maximum time between two chunks. Milliseconds. */
  readonly idleMs: number
  /** Whether the caller wants the event that contains only token counts. */
  readonly wantsUsage: boolean
  /** Writes the headers of the response; called when the first event has arrived, never before. */
  open(): Writable
  /** The event that reports an error to the caller after the stream has started. */
  errorEvent(error: UpstreamError): string
}

/** After the last event an upstream has this long to end its response; otherwise its connection is not reused. */
const afterDoneMs = 1_000

/**
 * Forwards the events of an upstream, each as soon as it is complete, and reads no faster than the caller. The caller only gets complete events,
 * so that an error can still be reported between two of them.
 * @throws {UpstreamError} when it fails before the first event, so another upstream may be tried
 */
export function relayEvents(answer: UpstreamAnswer, options: RelayOptions): Promise<RelayOutcome> {
  const { message, deadline } = answer
  return new Promise((resolve, reject) => {
    const splitter = new EventSplitter()
    let out: Writable | null = null
    let usage: TokenUsage | null = null
    let pieces = 0
    let firstAt = 0
    let lastAt = 0
    let isFinished = false
    let isSettled = false
    let isDone = false

    const settle = (error: UpstreamError | null, callerLeft = false): void => {
      if (isSettled) return
      isSettled = true
      if (out === null) {
        message.destroy()
        reject(error ?? new UpstreamError('broken', 'the caller disconnected'))
        return
      }
      out.off('close', onLeft)
      if (callerLeft) {
        message.destroy()
        out.destroy()
      } else {
        if (error !== null) {
          message.destroy()
          out.write(options.errorEvent(error))
        } else if (!message.readableEnded) {
          // The connection can be reused once the upstream has ended its response.
          deadline.restart(afterDoneMs)
          message.resume()
        }
        out.end()
      }
      resolve({ usage, pieces, firstEventMs: firstAt - answer.startedAt, streamedMs: lastAt - firstAt, error, callerLeft })
    }
    const onLeft = () => settle(null, true)

    /** @returns whether the caller gets the event */
    const look = (event: string): boolean => {
      const data = dataOf(event)
      if (data === null) return out !== null
      if (data === '[DONE]') {
        isDone = true
        return true
      }
      const value = parse(data)
      const failure = value['error']
      if (failure !== undefined && failure !== null) throw reported(failure)
      const counted = usageIn(value)
      if (counted !== null) usage = counted
      const choices = value['choices']
      if (Array.isArray(choices)) {
        if (choices.length === 0 && counted !== null) return options.wantsUsage
        pieces++
        if (choices.some((choice: Record<string, unknown> | null) => (choice?.['finish_reason'] ?? null) !== null)) isFinished = true
      }
      return true
    }

    const take = (events: Buffer): void => {
      const text = events.toString('utf8')
      let kept = ''
      let isWhole = true
      let failure: UpstreamError | null = null
      for (const event of eventsOf(text)) {
        let isWanted: boolean
        try {
          isWanted = look(event)
        } catch (error) {
          failure =
            error instanceof UpstreamError ? error : new UpstreamError('garbage', error instanceof Error ? error.message : String(error))
          isWhole = false
          break
        }
        if (isWanted) kept += event
        else isWhole = false
        if (isDone) {
          isWhole &&= text.endsWith(event)
          break
        }
      }
      if (kept !== '') write(isWhole ? events : kept)
      if (failure !== null) settle(failure)
      else if (isDone) settle(null)
    }

    const write = (bytes: Buffer | string): void => {
      lastAt = performance.now()
      if (out === null) {
        firstAt = lastAt
        out = options.open()
        out.on('close', onLeft)
        out.on('error', onLeft)
        if (out.destroyed) {
          settle(null, true)
          return
        }
      }
      if (out.write(bytes)) return
      message.pause()
      deadline.stop()
      void drained(out).then(() => {
        if (isSettled) return
        deadline.restart(options.idleMs)
        message.resume()
      })
    }

    message.on('data', (piece: Buffer) => {
      if (isSettled) return
      deadline.restart(options.idleMs)
      try {
        const events = splitter.push(piece)
        if (events !== null) take(events)
      } catch (error) {
        settle(new UpstreamError('garbage', error instanceof Error ? error.message : String(error)))
      }
    })
    message.on('end', () => {
      if (isSettled) return
      const rest = splitter.rest()
      if (rest.toString('latin1').trim() !== '') take(Buffer.concat([rest, Buffer.from('\n\n')]))
      if (isSettled) return
      if (out === null || !isFinished) settle(answer.fault() ?? new UpstreamError('broken', 'the stream ended early'))
      else {
        out.write('data: [DONE]\n\n')
        settle(null)
      }
    })
    message.on('close', () => {
      // Capturing a stack is expensive, so create the error only when it is needed.
      if (!isSettled) settle(answer.fault() ?? new UpstreamError('broken', 'the stream was cut off'))
    })
  })
}

/** An error that an upstream reports within its event stream. */
function reported(failure: unknown): UpstreamError {
  const { code, message } = (typeof failure === 'object' && failure !== null ? failure : { message: failure }) as Record<string, unknown>
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 500
  return new UpstreamError('status', 'the upstream reported an error in its stream', {
    status,
    said: typeof message === 'string' ? message : null,
  })
}

function parse(data: string): Record<string, unknown> {
  const value: unknown = JSON.parse(data)
  if (typeof value !== 'object' || value === null) throw new RangeError('an event is not an object')
  return value as Record<string, unknown>
}
