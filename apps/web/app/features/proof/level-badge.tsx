import { Badge } from '../../ui/badge.tsx'
import type { ProofWords } from './proof-words.server.ts'

const shown = {
  runs: ['good', 'Runs', 'Executed against a hub as printed'],
  names: ['sea', 'Symbols checked', 'Every symbol in it is in the source of the current release'],
  literals: ['plain', 'Values escaped', 'It parses, and every value in it arrives intact'],
  parses: ['plain', 'Parses', 'The parser of its language takes it'],
  none: ['warn', 'Unchecked', 'Nobody has checked it yet'],
} as const

/** The highest proof level of a library's code. */
export function LevelBadge({ level }: { level: ProofWords['level'] }) {
  const [tone, label, title] = shown[level]
  return (
    <Badge tone={tone} title={title}>
      {label}
    </Badge>
  )
}
