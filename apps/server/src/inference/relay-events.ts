import type { Writable } from 'node:stream'
import { drained } from '../http/drained.ts'
import type { UpstreamAnswer } from './call-upstream.ts'
import { dataOf, EventSplitter, eventsOf } from './event-splitter.ts'
import { type TokenUsage, usageIn } from './token-usage.ts'
import { UpstreamError } from './upstream-error.ts'

/** What came of a stream that has begun. */
export interface RelayOutcome {
  /** `null` when the upstream did not tell. */
  readonly usage: TokenUsage | null
  /** Events with a part of the answer: about a token each. */
  readonly pieces: number
  /** From the request to the first event. Milliseconds. */
  readonly firstEventMs: number
  /** From the first event to the last. Milliseconds. */
  readonly streamedMs: number
  /** Why it is not whole; `null` when it is, or when the caller left. */
  readonly error: UpstreamError | null
  readonly callerLeft: boolean
}

export interface RelayOptions {
  /** Between two pieces. Milliseconds. */
  readonly idleMs: number
  /** Whether the caller wants the event that has only token counts. */
  readonly wantsUsage: boolean
  /** Writes the head of our answer; called when the first event is there, never before. */
  open(): Writable
  /** The event that tells a caller of an error after the beginning. */
  errorEvent(error: UpstreamError): string
}

/** After the last event an upstream has so long to end its answer, or its connection is not used again. */
const afterDoneMs = 1_000

/**
 * Passes the events of an upstream on, each as soon as it is whole, and reads no faster than the caller takes. The caller gets whole events only,
 * so that an error can still be said between two of them.
 * @throws {UpstreamError} when it fails before the first event: another upstream may be asked
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
        reject(error ?? new UpstreamError('broken', 'the caller left'))
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
          // The connection can be used again once the upstream has ended its answer.
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
      // An error has a stack, which costs: only where there is one.
      if (!isSettled) settle(answer.fault() ?? new UpstreamError('broken', 'the stream broke off'))
    })
  })
}

/** An error that an upstream reports between its events. */
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
  if (typeof value !== 'object' || value === null) throw new RangeError('an event that is no object')
  return value as Record<string, unknown>
}
