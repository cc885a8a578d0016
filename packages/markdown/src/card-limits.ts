import { limits } from '@portolan/contract'

/** What a renderer takes on before it falls back to plain text. Characters unless the name says otherwise. */
export const cardLimits = {
  markdown: limits.cardBytes,
  /** Of a text that is shown as it stands, because it is over a limit. */
  plainText: 64 * 1024,
  /** Of the HTML a card may become. */
  html: 8 * 1024 * 1024,
  source: 1024 * 1024,
  sourceLines: 20_000,
  highlighted: 384 * 1024,
  /** Longer lines keep their text but get no colors. */
  highlightedLine: 2_000,
  snippet: 64 * 1024,
  /** One job in a render thread; then the thread is killed. */
  jobMs: 5_000,
  /** Jobs waiting for a thread; more are answered with plain text. */
  waitingJobs: 200,
} as const
