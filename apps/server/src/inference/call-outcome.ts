import type { TokenUsage } from './token-usage.ts'
import type { UpstreamError } from './upstream-error.ts'

/** The outcome of calling one route. */
export interface CallOutcome {
  readonly response: Response
  readonly usage: TokenUsage
  readonly firstByteMs?: number
  readonly tokensPerSecond?: number
  /** Why a stream that had started is incomplete. */
  readonly error: UpstreamError | Error | null
}

/** Estimates the token count when none is reported: four characters per token. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(textLength(value) / 4)
}

const deepest = 50

/** The total length of all strings in a value; files in data URLs do not count. */
function textLength(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.startsWith('data:') ? 0 : value.length
  if (typeof value !== 'object' || value === null || depth > deepest) return 0
  let length = 0
  for (const each of Object.values(value)) length += textLength(each, depth + 1)
  return length
}

/** Tokens per second of a streamed response; empty for one too short to measure. */
export function speedOf(tokens: number, milliseconds: number): { tokensPerSecond?: number } {
  return tokens >= 4 && milliseconds > 0 ? { tokensPerSecond: (tokens - 1) / (milliseconds / 1000) } : {}
}
