import proofs from './proofs.json' with { type: 'json' }

export const proofLevels = ['parses', 'literals', 'names', 'runs'] as const
export type ProofLevel = (typeof proofLevels)[number]

/** What was verified for a block: every level up to this one, against this release, on this date. */
export interface Proof {
  readonly level: ProofLevel
  /** Package and release in which the names were looked up, or that ran; `null` when only the language was checked. */
  readonly against: string | null
  /** ISO day. */
  readonly date: string
}

/** A record entry: for a block, or for a library as a whole. */
export interface ProofEntry extends Proof {
  /** Number of names that were looked up and found. */
  readonly names?: number
  /** Number of names that cannot be decided from source. */
  readonly open?: number
  /** Why names were not looked up. */
  readonly reason?: string
}

const records: Readonly<Record<string, ProofEntry | undefined>> = proofs as Record<string, ProofEntry>

/**
 * The record of a block (`onnx/session`, or `transformers/pipeline:fill-mask` where one block is printed for many tasks), otherwise of the block for
 * any task, otherwise of its library; `null` when it could not be verified. For a block that requires another release than the current one, names
 * that were found prove nothing: it ran, or it has no more than `literals`.
 * Written by `npm run prove -- --record`, never by hand.
 */
export function proofOf(library: string, block: string, otherRelease = false): ProofEntry | null {
  const exact = proofEntry(`${library}/${block}`)
  if (otherRelease) {
    // Names were looked up in the current release; runs used the release that the block requires.
    if (exact?.level === 'runs') return exact
    const known = exact ?? proofEntry(library)
    return known === null ? null : { level: 'literals', against: null, date: known.date }
  }
  const [whole] = block.split(':')
  return exact ?? (whole === block ? null : proofEntry(`${library}/${whole}`)) ?? proofEntry(library)
}

/** A record entry by its key: a library, or a library and a block separated by a slash. */
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
