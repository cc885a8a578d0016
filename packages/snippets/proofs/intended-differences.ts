import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Difference } from './compare.ts'

/**
 * The reasons why a library's code differs from the published package's: `differences/<library>.json`, written and reviewed by people. Each reason is
 * listed once, with everything it explains.
 */
export interface IntendedDifference {
  readonly side: Difference['side']
  readonly reason: string
  /** In the format of proofs/structure.py. */
  readonly what: readonly string[]
}

/** Additions of ours that recur across libraries, and the reasons. */
const general: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^call print$/, reason: 'What the code gives is shown.' },
  { pattern: /^(import os|call os\.environ\.setdefault)$/, reason: 'Settings that have to stand before an import.' },
  {
    pattern:
      /^(from huggingface_hub import (snapshot_download|hf_hub_download)|call huggingface_hub\.(snapshot_download|hf_hub_download)|keyword (snapshot_download|hf_hub_download)\(\w+=\))$/,
    reason: 'The files come from the hub of the page, at its revision, where the loader itself can do neither.',
  },
  {
    pattern: /^(import torch|call torch\.(cuda\.is_available|backends\.mps\.is_available|device)|call \.(to|eval))$/,
    reason: 'A device that the machine has, and evaluation instead of training.',
  },
  {
    pattern: /^(from PIL import Image|call PIL\.Image\.open|call \.convert)$/,
    reason: 'A picture of the reader is opened, instead of one that is loaded from the web or left undefined.',
  },
]

/** The reason for an addition of ours, if it is one of the general ones. */
export function generalReason({ side, what }: Difference): string | null {
  return side === 'ours' ? (general.find(({ pattern }) => pattern.test(what))?.reason ?? null) : null
}

const folder = join(import.meta.dirname, 'differences')

/** The reviewed lists, by library. */
export function intendedDifferences(): Map<string, readonly IntendedDifference[]> {
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8')) as IntendedDifference[]]),
  )
}
