import { limits } from '@portolan/contract'

/** Limits beyond which a renderer falls back to plain text. Characters unless the name says otherwise. */
export const cardLimits = {
  markdown: limits.cardBytes,
  /** For a text shown as plain text because it is over a limit. */
  plainText: 64 * 1024,
  /** For the HTML of a card. */
  html: 8 * 1024 * 1024,
  source: 1024 * 1024,
  sourceLines: 20_000,
  highlighted: 384 * 1024,
  /** Longer lines are not highlighted. */
  highlightedLine: 2_000,
  snippet: 64 * 1024,
  /** For one job in a render thread; after that the thread is terminated. */
  jobMs: 5_000,
  /** Jobs waiting for a thread; further ones return plain text. */
  waitingJobs: 200,
} as const
