import { generatedRecords } from '../packages/snippets/proofs/generated-records.ts'
import { publishedLibraries, publishedSnippets } from '../packages/snippets/proofs/published.ts'
import { findLibrary, librarySnippets, targetFor, toModelFacts } from '../packages/snippets/src/index.ts'
import { interleaved, median, writeResult } from './measure.ts'

/*
 * Snippets per second, ours against the published package, in one process, taking turns: the same raw records, every library that both have code for.
 * Ours normalizes the record first, and prints install lines, titles, notes and proofs as well; only the code that loads is counted and used.
 *
 * Two scenarios. "again": models whose printed facts were seen before, as on page views and reloads. "new": every record has an id that was never
 * requested before, so no cache helps.
 */
const target = targetFor('https://huggingface.co')
const libraries = publishedLibraries.filter((id) => findLibrary(id)?.snippets !== undefined)
const records = [...generatedRecords(libraries)].map(({ library, model }) => ({ library, model }))

/** Writes the texts somewhere, as a server would: concatenated strings are only built when they are read. */
const sink = Buffer.alloc(1 << 16)
let serial = 0

function ours(all: typeof records): number {
  let printed = 0
  for (const { library, model } of all) {
    const found = findLibrary(library)
    if (!found) continue
    for (const { role, code } of librarySnippets(found, toModelFacts(model), target).blocks) {
      if (role !== 'load') continue
      sink.write(code)
      printed++
    }
  }
  return printed
}

function published(all: typeof records): number {
  let printed = 0
  for (const { library, model } of all) {
    const answer = publishedSnippets(library, model)
    if (answer instanceof Error) continue
    for (const code of answer) sink.write(code)
    printed += answer.length
  }
  return printed
}

/** Returns snippets per second. */
async function rate(run: (all: typeof records) => number, all: typeof records): Promise<number> {
  const start = performance.now()
  const printed = run(all)
  return Promise.resolve(printed / ((performance.now() - start) / 1000))
}

function withNewIds(): typeof records {
  return records.map(({ library, model }) => ({ library, model: { ...model, id: `ada/sea-model-${serial++}` } }))
}

const result: Record<string, unknown> = { libraries: libraries.length, records: records.length }
console.log(`${libraries.length} libraries, ${records.length} records; published: ${publishedLibraries.length} generators`)
for (const [question, rounds, make] of [
  ['again', 60, () => records],
  ['new', 12, withNewIds],
] as const) {
  const rates = await interleaved({ ours: () => rate(ours, make()), published: () => rate(published, make()) }, rounds)
  const [a, b] = [median(rates.ours), median(rates.published)]
  result[question] = { ours: Math.round(a), published: Math.round(b), ratio: a / b }
  const goal = question === 'again' ? ' (goal 1.0)' : ''
  console.log(
    `${question.padEnd(6)} ours ${Math.round(a)} snippets a second, published ${Math.round(b)}: ratio ${(a / b).toFixed(2)}${goal}; ${(1e6 / a).toFixed(2)} µs each`,
  )
}
writeResult('snippets', result)
