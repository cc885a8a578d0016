import type { TokenUsage } from './token-usage.ts'
import type { UpstreamError } from './upstream-error.ts'

/** What came of asking one route. */
export interface Answered {
  readonly response: Response
  readonly usage: TokenUsage
  readonly firstByteMs?: number
  readonly tokensPerSecond?: number
  /** Why a stream that has begun is not whole. */
  readonly error: UpstreamError | Error | null
}

/** A guess where nothing tells: four characters a token. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(textLength(value) / 4)
}

const deepest = 50

/** Characters in all texts of a value; files in data URLs are no text. */
function textLength(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.startsWith('data:') ? 0 : value.length
  if (typeof value !== 'object' || value === null || depth > deepest) return 0
  let length = 0
  for (const each of Object.values(value)) length += textLength(each, depth + 1)
  return length
}

/** Tokens a second of an answer that came in pieces; nothing for one too short to tell. */
export function speedOf(tokens: number, milliseconds: number): { tokensPerSecond?: number } {
  return tokens >= 4 && milliseconds > 0 ? { tokensPerSecond: (tokens - 1) / (milliseconds / 1000) } : {}
}
