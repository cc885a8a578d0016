import { spawnSync } from 'node:child_process'
import { parse as parseJavaScript } from 'acorn'
import { generatedRecords } from './generated-records.ts'
import { hostileRecords } from './hostile-records.ts'
import { cacheFolder } from './paths.ts'
import { publishedLanguage, publishedLibraries, publishedSnippets } from './published.ts'
import { pyflakes, pythonTools } from './python-tools.ts'

/*
 * The published package's output for the records used by the proofs: how much of it does not parse, throws, or uses undefined names. For comparison:
 * `node packages/snippets/proofs/measure-published.ts`.
 */
const python = pythonTools(cacheFolder)

/** For each code, whether the parser of its language accepts it. */
function parseAll(codes: readonly { readonly language: string; readonly code: string }[]): boolean[] {
  const ok = codes.map(() => true)
  const of = (language: string) => codes.map((each, i) => ({ ...each, i })).filter((each) => each.language === language)
  const inPython = of('python')
  const messages = pyflakes(
    python,
    inPython.map(({ code }) => code),
  )
  for (const [n, { i }] of inPython.entries()) if (messages[n] === null) ok[i] = false
  for (const { code, i } of of('javascript')) {
    try {
      parseJavaScript(code, { ecmaVersion: 'latest', sourceType: 'module' })
    } catch {
      // Code that does not parse is what is being counted here.
      ok[i] = false
    }
  }
  for (const { code, i } of of('shell')) if (spawnSync('bash', ['-n'], { input: code }).status !== 0) ok[i] = false
  return ok
}

function undefinedNames(codes: readonly string[]): boolean[] {
  return pyflakes(python, codes).map((list) => (list ?? []).some(([kind]) => kind === 'UndefinedName'))
}

// Ordinary records
let snippets = 0
let thrown = 0
const distinct = new Map<string, { library: string; language: string; code: string; count: number }>()
for (const { library, model } of generatedRecords(publishedLibraries)) {
  const printed = publishedSnippets(library, model)
  if (printed instanceof Error) {
    thrown++
    continue
  }
  for (const code of printed) {
    snippets++
    const key = `${library}\n${code}`
    const known = distinct.get(key)
    if (known) known.count++
    else distinct.set(key, { library, language: publishedLanguage(library, code), code, count: 1 })
  }
}
const list = [...distinct.values()]
const parses = parseAll(list)
const broken = list.filter((_, i) => !parses[i])
const inPython = list.filter(({ language }) => language === 'python')
const undefinedIn = undefinedNames(inPython.map(({ code }) => code))
const withUndefined = new Set(inPython.filter((_, i) => undefinedIn[i]).map(({ library }) => library))
const count = (all: readonly { count: number }[]) => all.reduce((sum, each) => sum + each.count, 0)
console.log(`published, ordinary records: ${snippets} snippets, ${list.length} different, ${thrown} records throw`)
console.log(
  `  do not parse: ${count(broken)} of ${snippets} (${broken.length} of ${list.length} different), in ${new Set(broken.map(({ library }) => library)).size} generators`,
)
console.log(`  print undefined names: ${withUndefined.size} of ${publishedLibraries.length} generators`)

// Hostile records
let throwing = 0
let hostile = 0
const leaks = new Set<string>()
const hostileCodes = new Map<string, { library: string; language: string; code: string }>()
const throwingLibraries = new Set<string>()
for (const { library, model } of hostileRecords(publishedLibraries)) {
  hostile++
  const printed = publishedSnippets(library, model)
  if (printed instanceof Error) {
    throwing++
    throwingLibraries.add(library)
    continue
  }
  for (const code of printed) {
    if (typeof code !== 'string' || code.length > 50_000) continue
    if (/\bundefined\b|\[object \w+\]/.test(code)) leaks.add(library)
    hostileCodes.set(`${library}\n${code}`, { library, language: publishedLanguage(library, code), code })
  }
}
const hostileList = [...hostileCodes.values()].filter(({ language }) => language !== 'shell')
const hostileParses = parseAll(hostileList)
const hostileBroken = new Set(hostileList.filter((_, i) => !hostileParses[i]).map(({ library }) => library))
console.log(
  `published, hostile records: ${hostile}; ${throwing} throw (${throwingLibraries.size} generators), ${hostileBroken.size} of ${publishedLibraries.length} generators print what does not parse, ${leaks.size} print undefined or [object Object]`,
)
