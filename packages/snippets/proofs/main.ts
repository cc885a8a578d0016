import { parseArgs } from 'node:util'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examplesOf } from '../scripts/examples.ts'
import { allLibraries, datasetLibraries, findLibrary, targetFor, toModelFacts } from '../src/index.ts'
import { proofLevels, type ProofEntry } from '../src/proofs/proof.ts'
import { offeredBlocks } from './dataset-records.ts'
import { generatedRecords } from './generated-records.ts'
import { installPackages, typescriptErrors } from './javascript-names.ts'
import { checkNames, companionsOf, fetchDistributions, type NamesResult, type ProvenLibrary } from './names.ts'
import { inPart, parsePart } from './part.ts'
import { cacheFolder } from './paths.ts'
import { writeProofTable } from './proof-table.ts'
import { type PrintedBlock, printedBlocks } from './printed-block.ts'
import { inferenceBlocks, inferenceJavaScriptTypes, inferencePythonNames, parseInference } from './prove-inference.ts'
import { pyflakes, pythonTools } from './python-tools.ts'
import { type ProofRecord, readRecord, readRuns, writeRecord } from './record.ts'
import { DistinctBlocks, verify } from './verify.ts'

/*
 * npm run prove [-- --record] [--library a,b] [--part 2/4] [--report FILE]
 *
 * Proves what can be proven of all printed code, and compares it with the record that the pages show (src/proofs/proofs.json):
 *   parses    CPython's ast, acorn, bash -n, over every example and every generated record
 *   literals  the same pass: every value is one literal that evaluates to it
 *   undefined pyflakes and the TypeScript checker find no undefined name
 *   names     every module, attribute, keyword and command exists in the source of the library's current release
 *             --part 2/4: only for the second of every four libraries
 *   runs      taken from e2e/snippets, which runs code against a hub
 * Without the package registries, the last three are omitted and listed as skipped. Fails when printed code is wrong, or when the record claims more
 * than is true, and lists the names that disappeared. --record writes the record.
 */
const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    library: { type: 'string' },
    part: { type: 'string' },
    report: { type: 'string' },
  },
})
const only = values.library?.split(',')
const part = values.part === undefined ? null : parsePart(values.part)
if (part && values.record) {
  console.error('A part is no record of the whole')
  process.exit(2)
}
const unknown = only?.filter((id) => findLibrary(id) === null && datasetLibraries.every((library) => library.id !== id)) ?? []
if (unknown.length > 0) {
  console.error(`There is no library ${unknown.join(', ')}`)
  process.exit(2)
}
const libraries = allLibraries().filter(({ id }) => only?.includes(id) ?? true)
const readers = datasetLibraries.filter(({ id }) => only?.includes(id) ?? true)
const target = targetFor('https://hub.example.org')
const today = new Date().toISOString().slice(0, 10)
const failures: string[] = []
const skipped: string[] = []
let passed = 0

// For every record: parses, literals, undefined names
const printed = new DistinctBlocks()
let records = 0
let snippets = 0
for (const { library, model } of generatedRecords(libraries.map(({ id }) => id))) {
  records++
  const blocks = printedBlocks(findLibrary(library), toModelFacts(model), target)
  snippets += blocks.filter(({ role }) => role === 'load').length
  for (const block of blocks) printed.add(block)
}
const examples = new Map<string | null, PrintedBlock[]>()
for (const library of [...libraries, ...(only ? [] : [null])]) {
  const blocks = examplesOf(library?.id ?? 'files')
    .filter(({ name }) => name !== 'hostile')
    .flatMap(({ record }) => printedBlocks(library, toModelFacts(record), target))
  examples.set(library?.id ?? null, blocks)
  for (const block of blocks) printed.add(block)
}
for (const library of readers) {
  const own = offeredBlocks(library, target)
  examples.set(library.id, own)
  snippets += own.filter(({ role }) => role === 'load').length
  for (const block of own) printed.add(block)
}
const blocks = printed.list
console.log(
  `${libraries.length} libraries and ${readers.length} for datasets, ${records} records, ${snippets} snippets, ${blocks.length} of them different`,
)
report(
  'parse, and every value is a literal of its own',
  verify(blocks).map(({ block, what }) => `${block.id}: ${what}\n${block.code}`),
)
const inference = only ? null : inferenceBlocks()
if (inference) {
  console.log(`${inference.calls} calls over HTTP, ${inference.snippets} snippets, ${inference.blocks.length} of them different`)
  report('calls over HTTP parse, and every value is a literal of its own', parseInference(inference))
}
const registries = fetchDistributions(join(cacheFolder, 'reach'), ['pip']).get('pip')
if (registries?.error !== undefined) {
  skipped.push(`undefined names and names in current releases: the package registries cannot be reached (${registries.error})`)
  end()
}
const python = blocks.filter(({ language }) => language === 'python')
const messages = pyflakes(
  pythonTools(cacheFolder),
  python.map(({ code }) => code),
)
report(
  `Python blocks without an undefined or unused name (pyflakes, ${python.length})`,
  messages.flatMap((list, i) =>
    (list ?? [['does not parse', '']]).map(([kind, text]) => `${python[i]?.id ?? ''}: ${kind} ${text}\n${python[i]?.code ?? ''}`),
  ),
)
const npmNames = [
  ...new Set(['@huggingface/hub', '@huggingface/transformers', ...libraries.flatMap(({ names }) => ('npm' in names ? names.npm : []))]),
]
const packages = installPackages(join(cacheFolder, 'npm'), npmNames)
const javascript = blocks.filter(({ language }) => language === 'javascript')
const typeErrors = typescriptErrors(
  packages,
  javascript.map(({ code }) => code),
)
report(
  `JavaScript blocks without a type error (tsc, ${javascript.length})`,
  typeErrors.flatMap((list, i) => list.map((text) => `${javascript[i]?.id ?? ''}: ${text}\n${javascript[i]?.code ?? ''}`)),
)
if (inference) {
  const inPython = inferencePythonNames(inference)
  report(`calls over HTTP in Python without an undefined or unused name (pyflakes, ${inPython.count})`, inPython.problems)
  const inJavaScript = inferenceJavaScriptTypes(inference)
  report(`calls over HTTP in JavaScript without a type error (tsc, ${inJavaScript.count})`, inJavaScript.problems)
}

// Names, library by library
const known = readRecord()
const runs = readRuns()
const record: Record<string, ProofEntry> = only || part ? { ...known } : {}
const lookedUp = inPart(part, [...libraries, ...readers])
const fetched = fetchDistributions(
  join(cacheFolder, 'pypi'),
  lookedUp.flatMap(({ id, names }) => [...('pypi' in names ? names.pypi : []), ...companionsOf(examples.get(id) ?? [])]),
)
let onRegistry = 0
let provenNames = 0
for (const library of lookedUp) {
  // Code that downloads files uses no names of the library: it is proven as such, once.
  const own = (examples.get(library.id) ?? []).filter(({ role, runKey }) => role === 'load' && runKey?.startsWith('files/') !== true)
  const result = library.snippets ? checkNames(library, own, fetched) : null
  const entry = enter(library, own, result)
  if (library.snippets && !('none' in library.names)) {
    onRegistry++
    if (entry.level === 'names' || entry.level === 'runs') {
      provenNames++
      passed++
    }
  }
}
if (!only) {
  const hub = `@huggingface/hub ${packages.versions.get('@huggingface/hub') ?? ''}`
  record['files'] = { level: 'literals', against: null, date: today }
  record['files/javascript'] = { level: 'names', against: hub, date: today }
}
for (const [block, run] of Object.entries(runs))
  if (!only || only.some((id) => block.startsWith(`${id}/`))) record[block] = { ...record[block], ...run }

/** The proof of a library and of each of its blocks, and whether names are missing. */
function enter(library: ProvenLibrary, own: readonly PrintedBlock[], result: NamesResult | null): ProofEntry {
  const version = 'npm' in library.names ? `${library.names.npm[0] ?? ''} ${packages.versions.get(library.names.npm[0] ?? '') ?? ''}` : null
  const entries: ProofEntry[] = []
  for (const id of new Set(own.map((block) => block.id))) {
    const found = result?.blocks.get(id)
    const isJavaScript = version !== null && own.some((block) => block.id === id && block.language === 'javascript')
    const missing = found?.missing ?? []
    for (const name of missing) failures.push(`${id}: ${result?.against ?? ''} has no ${name}`)
    const hasNames = (found !== undefined && found.checked > 0 && missing.length === 0) || isJavaScript
    const level = hasNames ? 'names' : 'literals'
    const entry: ProofEntry = {
      level,
      against: level === 'names' ? (version ?? result?.against ?? null) : null,
      date: today,
      ...(found && level === 'names' ? { names: found.checked, open: found.open } : {}),
    }
    entries.push(entry)
    if (library.snippets) record[id] = entry
  }
  const best = entries.find(({ level }) => level === 'names') ?? entries[0]
  const whole: ProofEntry = {
    level: best?.level ?? 'literals',
    against: best?.against ?? null,
    date: today,
    ...(result?.reason === undefined || version !== null ? {} : { reason: result.reason }),
  }
  record[library.id] = whole
  const names = entries.reduce((sum, { names: count = 0 }) => sum + count, 0)
  if (result && whole.level === 'names') console.log(`  ${library.id.padEnd(26)} ${(whole.against ?? '').padEnd(36)} ${names} names`)
  else if (result) console.log(`  ${library.id.padEnd(26)} ${result.reason ?? 'no names that could be looked up'}`)
  return whole
}

// The record may not claim more than is true now.
const rank = (entry: ProofEntry | undefined) => (entry ? proofLevels.indexOf(entry.level) : -1)
const stale = Object.entries(known as ProofRecord).flatMap(([key, entry]) => {
  if (only && !only.some((id) => key === id || key.startsWith(`${id}/`))) return []
  const now = record[key]
  if (rank(now) >= rank(entry)) return []
  return [
    `${key}: the record says ${entry.level} against ${entry.against ?? 'the language'}, now it is ${now?.level ?? 'no longer printed'}${now?.reason === undefined ? '' : ` (${now.reason})`}`,
  ]
})
if (values.record) {
  writeRecord(record)
  if (!only) writeProofTable(libraries, readers, record)
  console.log(`Recorded ${Object.keys(record).length} entries.`)
} else report('the record says no more than is true', stale)
const ran = new Set(Object.entries(record).flatMap(([key, { level }]) => (level === 'runs' ? [key.split('/')[0]] : [])))
console.log(
  `names: ${provenNames} of ${onRegistry} libraries with code that are on a public registry (${((100 * provenNames) / Math.max(onRegistry, 1)).toFixed(1)} %)`,
)
console.log(`runs: ${ran.size} libraries`)
end()

/** Prints the results and exits. */
function end(): never {
  for (const failure of failures) console.log(`FAILED  ${failure}`)
  for (const each of skipped) console.log(`skipped: ${each}`)
  console.log(`${passed} passed, ${failures.length} failed, ${skipped.length} skipped`)
  if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed: failures, skipped }))
  process.exit(failures.length > 0 ? 1 : 0)
}

function report(what: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? 'ok     ' : 'FAILED '} ${what}`)
  if (problems.length === 0) passed++
  failures.push(...problems)
}
