import record from '../proofs/inference.json' with { type: 'json' }
import type { InferenceClient, InferenceLanguage } from './types.ts'

/** The result of running a client's code, unchanged, against a recorder: the request that arrived was compared with the one that was built. */
export interface InferenceProof {
  /** Package and release that ran. */
  readonly release: string
  /** ISO day. */
  readonly date: string
  /** Distinct snippets of this client that ran, over all tasks, providers and options. */
  readonly ran: number
}

/**
 * The record of a client; `null` when it did not run, or when any of its snippets differed. Written by `npm run prove:requests -- --full --record`,
 * never by hand.
 */
export function inferenceProof(language: InferenceLanguage, client: InferenceClient): InferenceProof | null {
  const found = record.clients.find((each) => each.language === language && each.client === client)
  if (found === undefined || found.ran === 0 || found.different > 0) return null
  return { release: found.release, date: record.date, ran: found.ran }
}
