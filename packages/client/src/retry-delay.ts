import { fieldOf } from './field-of.ts'
import { retryAfterMs } from './retry-after.ts'

/** Sources of time and randomness. */
export interface DelayOptions {
  /** The first pause if the server does not ask for one. */
  readonly minTimeoutMs: number
  readonly maxTimeoutMs: number
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Milliseconds since 1970, which a date in Retry-After is compared to. */
  readonly now: () => number
}

/**
 * Milliseconds to wait before the next attempt: the delay requested in Retry-After, otherwise the shortest pause, doubled with each retry and
 * multiplied by a random factor of up to two, so that callers that failed together do not retry together. `null`: the server requests a longer wait
 * than `maxTimeoutMs`, and retrying earlier would be pointless.
 */
export function retryDelay(error: Error, retriesBefore: number, { minTimeoutMs, maxTimeoutMs, random, now }: DelayOptions): number | null {
  const asked = retryAfter(error, now())
  if (asked !== null) return asked > maxTimeoutMs ? null : asked
  return Math.min(maxTimeoutMs, (1 + random()) * minTimeoutMs * 2 ** retriesBefore)
}

/** Retry-After of the response behind the error. */
function retryAfter(error: Error, now: number): number | null {
  const value = headerOf(fieldOf(error, 'headers')) ?? headerOf(fieldOf(fieldOf(error, 'response'), 'headers'))
  return value === null ? null : retryAfterMs(value, now)
}

/** Headers are either `Headers` or a plain record, whose names may be in any case. */
function headerOf(headers: unknown): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const found: unknown = entries.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : null
}
