import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { ProofWords } from './proof-words.server.ts'

const tones = { runs: 'text-good', names: 'text-sea', literals: 'text-ink', parses: 'text-ink', none: 'text-warn' } as const

/** The proof for the block above: what was checked, and when. */
export function ProofLine({ proof, more }: { proof: ProofWords; more?: ReactNode }) {
  return (
    <p className="mt-1.5 text-xs text-soft" data-proof={proof.level}>
      <span className={clsx('font-semibold', tones[proof.level])}>{proof.title}:</span> {proof.text} {more}
    </p>
  )
}
