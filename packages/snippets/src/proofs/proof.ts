import proofs from './proofs.json' with { type: 'json' }

export const proofLevels = ['parses', 'literals', 'names', 'runs'] as const
export type ProofLevel = (typeof proofLevels)[number]

/** What was checked of a block: every level up to this one, against this release, on this day. */
export interface Proof {
  readonly level: ProofLevel
  /** Package and release that the names were looked up in, or that ran; `null` when only the language was asked. */
  readonly against: string | null
  /** ISO day. */
  readonly date: string
}

/** An entry of the record: of a block, or of a library as a whole. */
export interface ProofEntry extends Proof {
  /** Names that were looked up and found. */
  readonly names?: number
  /** Names that reading source cannot decide. */
  readonly open?: number
  /** Why names were not looked up. */
  readonly reason?: string
}

const records: Readonly<Record<string, ProofEntry | undefined>> = proofs as Record<string, ProofEntry>

/**
 * The record of a block (`onnx/session`, or `transformers/pipeline:fill-mask` where one block is printed for many tasks), else of the block
 * whatever its task, else of its library; `null` when nobody could check it. Of a block for another release than the
 * current one, names that were found say nothing: it ran, or it has no more than `literals`.
 * Written by `npm run prove -- --record`, never by hand.
 */
export function proofOf(library: string, block: string, otherRelease = false): ProofEntry | null {
  const exact = proofEntry(`${library}/${block}`)
  if (otherRelease) {
    // Names were looked up in the current release; what ran, ran with the one that is asked for.
    if (exact?.level === 'runs') return exact
    const known = exact ?? proofEntry(library)
    return known === null ? null : { level: 'literals', against: null, date: known.date }
  }
  const [whole] = block.split(':')
  return exact ?? (whole === block ? null : proofEntry(`${library}/${whole}`)) ?? proofEntry(library)
}

/** An entry of the record by its key: a library, or a library and a block with a slash between. */
export function proofEntry(key: string): ProofEntry | null {
  const known = Object.hasOwn(records, key) ? records[key] : undefined
  return known && proofLevels.includes(known.level) ? known : null
}

/** The entries of a library's blocks, by block id. */
export function proofEntries(library: string): readonly { readonly block: string; readonly entry: ProofEntry }[] {
  const prefix = `${library}/`
  return Object.entries(records).flatMap(([key, entry]) =>
    entry && key.startsWith(prefix) ? [{ block: key.slice(prefix.length), entry }] : [],
  )
}
