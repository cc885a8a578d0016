import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findLibrary, targetFor, toModelFacts } from '../src/index.ts'
import { generatedRecords } from './generated-records.ts'
import { printedBlocks } from './printed-block.ts'
import { publishedLanguage, publishedLibraries, publishedSnippets } from './published.ts'

/** Something that only one side does for some record. */
export interface Difference {
  readonly library: string
  readonly side: 'published' | 'ours'
  /** In the format of proofs/structure.py. */
  readonly what: string
  /** A record that shows the difference. */
  readonly example: string
}

/**
 * Differences between the Python of the published package and ours, in both directions, record by record: imports, calls, keyword arguments. Blocks
 * of the published package that do not parse count as doing nothing.
 */
export function compare(libraries: readonly string[] = publishedLibraries): Difference[] {
  const target = targetFor('https://huggingface.co')
  const cases: { library: string; name: string; published: string[]; ours: string[] }[] = []
  const seen = new Set<string>()
  for (const { library, case: name, model } of generatedRecords(libraries)) {
    const found = findLibrary(library)
    const printed = publishedSnippets(library, model)
    if (!found || printed instanceof Error) continue
    const published = printed.filter((code) => publishedLanguage(library, code) === 'python')
    const ours = printedBlocks(found, toModelFacts(model), target)
      .filter(({ role, language }) => role === 'load' && language === 'python')
      .map(({ code }) => code)
    // Many records produce identical code: one of them is enough.
    const key = JSON.stringify([library, published, ours])
    if (seen.has(key)) continue
    seen.add(key)
    cases.push({ library, name, published, ours })
  }
  const structures = structure(cases.flatMap(({ published, ours }) => [published, ours]))
  const differences = new Map<string, Difference>()
  for (const [i, { library, name }] of cases.entries()) {
    const published = structures[2 * i] ?? new Set()
    const ours = structures[2 * i + 1] ?? new Set()
    for (const [side, own, other] of [
      ['published', published, ours],
      ['ours', ours, published],
    ] as const) {
      for (const what of own) {
        const key = `${library} ${side} ${what}`
        if (!other.has(what) && what !== 'does not parse' && !differences.has(key))
          differences.set(key, { library, side, what, example: name })
      }
    }
  }
  return [...differences.values()]
}

function structure(codes: readonly (readonly string[])[]): Set<string>[] {
  const done = spawnSync('python3', [join(import.meta.dirname, 'structure.py')], {
    input: codes.map((list) => `${JSON.stringify(list)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (done.status !== 0) throw new Error(`structure.py ended with ${done.status}: ${done.stderr}`)
  return done.stdout
    .trimEnd()
    .split('\n')
    .map((line) => new Set(JSON.parse(line) as string[]))
}
