import proofs from './proofs.json' with { type: 'json' }

export const proofLevels = ['parses', 'literals', 'names', 'runs'] as const
export type ProofLevel = (typeof proofLevels)[number]

/** What was checked of a library's blocks: every level up to this one, against this release, on this day. */
export interface Proof {
  readonly level: ProofLevel
  /** Package and release that the names were looked up in, or that ran; `null` when only the language was asked. */
  readonly against: string | null
  /** ISO day. */
  readonly date: string
}

/** Written by `packages/snippets/scripts/prove.ts`, never by hand. */
export function proofOf(library: string): Proof | null {
  const known = (proofs as Record<string, { level: string; against: string | null; date: string } | undefined>)[library]
  const level = proofLevels.find((each) => each === known?.level)
  return known && level !== undefined ? { level, against: known.against, date: known.date } : null
}
