import { type ProofEntry, proofEntry } from '@portolan/snippets'

/** The proof for a block as text: `Symbols checked: 12 symbols found in …`. */
export interface ProofWords {
  readonly level: 'runs' | 'names' | 'literals' | 'parses' | 'none'
  readonly title: string
  readonly text: string
}

const titles = { runs: 'Runs', names: 'Symbols checked', literals: 'Values escaped', parses: 'Parses', none: 'Unchecked' } as const

/** Describes a proof. @param library whose record explains why names were not looked up, if they were not */
export function proofWords(proof: ProofEntry | null, library: string): ProofWords {
  const level = proof?.level ?? 'none'
  return { level, title: titles[level], text: proof === null ? 'nobody has checked this yet.' : textOf(proof, library) }
}

function textOf(proof: ProofEntry, library: string): string {
  const { level, against, date, names, open } = proof
  if (level === 'runs') return `executed against this hub software${against === null ? '' : ` with ${against}`} on ${date}.`
  if (level === 'names') {
    const found = names === undefined ? 'its symbols were found' : `${names} ${names === 1 ? 'symbol' : 'symbols'} found`
    const undecided = open === undefined || open === 0 ? '' : `, ${open} unverifiable from source`
    return `${found} in ${against ?? 'the current release'} on ${date}${undecided}.`
  }
  const reason = proof.reason ?? proofEntry(library)?.reason
  const checked = level === 'literals' ? `it parses, and every value in it arrives intact (${date}).` : `it parses (${date}).`
  return reason === undefined ? `${checked} Its symbols were not checked.` : `${checked} Its symbols could not be checked. ${reason}`
}
