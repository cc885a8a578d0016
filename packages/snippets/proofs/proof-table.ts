import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProofLevel, proofLevels } from '../src/proofs/proof.ts'
import type { ProvenLibrary } from './names.ts'
import type { ProofRecord } from './record.ts'

const file = join(import.meta.dirname, '../../../docs/proofs.md')

const meanings: Readonly<Record<ProofLevel, string>> = {
  parses: 'the language’s own parser takes it',
  literals: 'and every value in it reads back as the value, for ordinary and hostile records',
  names: 'and every module, attribute, keyword argument and command is in the source of the library’s current release',
  runs: 'and it was run as printed, against a running hub',
}

/**
 * Writes docs/proofs.md: what is proven for each library and each of its blocks, for readers of the repository.
 * @param readers dataset libraries
 */
export function writeProofTable(libraries: readonly ProvenLibrary[], readers: readonly ProvenLibrary[], record: ProofRecord): void {
  const withCode = libraries.filter(({ snippets }) => snippets !== undefined)
  const count = (level: ProofLevel) => withCode.filter(({ id }) => reached(id, record) === level).length
  const rowsOf = (some: readonly ProvenLibrary[]) =>
    some.map(({ id, label }) => {
      const entry = record[id]
      const blocks = Object.entries(record).filter(([key]) => key.startsWith(`${id}/`))
      const ran = blocks.filter(([, { level }]) => level === 'runs').map(([key]) => key.slice(id.length + 1))
      const names = blocks.reduce((sum, [, { names: found = 0 }]) => sum + found, 0)
      const open = blocks.reduce((sum, [, { open: undecided = 0 }]) => sum + undecided, 0)
      const against = blocks.find(([, { level }]) => level === 'runs')?.[1].against ?? entry?.against ?? entry?.reason ?? ''
      return `| ${label} | \`${id}\` | ${reached(id, record)} | ${against} | ${names === 0 ? '' : `${names}${open === 0 ? '' : ` (${open} open)`}`} | ${ran.join(', ')} | ${entry?.date ?? ''} |`
    })
  const text = `# What is proven of the code

Made by \`npm run prove -- --record\` from \`packages/snippets/src/proofs/proofs.json\`, which the pages show; do not edit by hand.

${proofLevels.map((level) => `- **${level}**: ${meanings[level]}`).join('\n')}

${withCode.length} libraries have code of their own: ${proofLevels
    .toReversed()
    .map((level) => `${count(level)} at *${level}*`)
    .join(
      ', ',
    )}. The other ${libraries.length - withCode.length} fetch files, with code that was run. *Open* names are those that reading source
cannot decide: of compiled code, of packages that were not fetched, behind functions that do not say what they return.

| library | key | level | against | names | blocks that ran | day |
|---|---|---|---|---|---|---|
${rowsOf(withCode).join('\n')}

## Code that loads datasets

${readers.length} libraries; those without a row fetch files, as above.

| library | key | level | against | names | blocks that ran | day |
|---|---|---|---|---|---|---|
${rowsOf(readers.filter(({ snippets }) => snippets !== undefined)).join('\n')}
`
  writeFileSync(file, text)
}

/** The highest level of the library or any of its blocks. */
function reached(id: string, record: ProofRecord): ProofLevel {
  const levels = Object.entries(record).flatMap(([key, { level }]) => (key === id || key.startsWith(`${id}/`) ? [level] : []))
  return proofLevels.toReversed().find((level) => levels.includes(level)) ?? 'parses'
}
