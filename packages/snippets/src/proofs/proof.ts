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

const records: Readonly<Record<string, { level: string; against: string | null; date: string } | undefined>> = proofs

/**
 * The record of a block that ran (`onnx/session`), else that of its library; `null` when nobody could check it. A block for another release
 * than the current one has no more than `literals`.
 * Written by `packages/snippets/scripts/prove.ts`, never by hand.
 */
export function proofOf(library: string, block: string, otherRelease = false): Proof | null {
  const own = `${library}/${block}`
  const known = Object.hasOwn(records, own) ? records[own] : Object.hasOwn(records, library) ? records[library] : undefined
  const level = proofLevels.find((each) => each === known?.level)
  if (known && otherRelease) return { level: 'literals', against: null, date: known.date }
  return known && level !== undefined ? { level, against: known.against, date: known.date } : null
}
