import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { inPart, type Part, parsePart, partOfDay } from '../../packages/snippets/proofs/part.ts'
import { root } from '../check/sources.ts'

/*
 * Printed code is checked against the newest package releases and run with them: all of it when something it depends on has changed, otherwise only a
 * part, since then only a new release can have broken it, and the parts cover everything within a few days.
 */

/** Number of days to cover all parts. */
const parts = 4

/** The code that prints, the proofs, and the wire protocol that the printed code uses. */
const folders = [
  ...['chat-template', 'contract', 'gguf', 'snippets', 'tasks'].map((name) => `packages/${name}/src`),
  ...['proofs', 'scripts'].map((name) => `packages/snippets/${name}`),
  ...['http', 'routes', 'wire'].map((name) => `apps/server/src/${name}`),
  ...['inference', 'snippets'].map((name) => `e2e/${name}`),
  // The scripts that install what it runs with.
  'scripts/test',
]
const kinds = '{ts,mjs,py,json,sh}'
/** Not hashed: unit tests, which always run, the records of earlier runs, and the test runner. */
const left =
  /^scripts\/test\/[^/]*\.ts$|^(?:packages|apps|scripts)\/.*\.test\.ts$|^packages\/snippets\/src\/proofs\/[^/]*\.json$|^e2e\/snippets\/full-run\.json$/

const recordFile = join(root, 'e2e/snippets/full-run.json')

export interface FullRun {
  /** Hash of the sources that passed. */
  readonly sha256: string
  /** Date of the run that passed. */
  readonly date: string
}

/** A hash of the code that printed code depends on. Comments and formatting of TypeScript are left out: they change nothing that runs. */
export function printedCodeHash(base = root): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = globSync(`${folder}/**/*.${kinds}`, { cwd: base })
      .filter((path) => !left.test(path))
      .toSorted()
    if (files.length === 0) throw new Error(`${folder} has no file: say in scripts/test/printed-code.ts where they went`)
    for (const path of files)
      hash.update(`${path}\0`).update(
        createHash('sha256')
          .update(codeOf(path, readFileSync(join(base, path), 'utf8')))
          .digest(),
      )
  }
  return hash.digest('hex')
}

/** The syntax tree of TypeScript and JavaScript without positions, and the text of any other file. */
function codeOf(path: string, text: string): string {
  if (!/\.(?:ts|mjs)$/.test(path)) return text
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) return text
  return JSON.stringify(program, (name, value: unknown) => {
    if (name === 'start' || name === 'end') return undefined
    return typeof value === 'bigint' ? String(value) : value
  })
}

/** Returns the last full run that passed, if it was committed. */
export function lastFullRun(): FullRun | null {
  return existsSync(recordFile) ? (JSON.parse(readFileSync(recordFile, 'utf8')) as FullRun) : null
}

export function recordFullRun(run: FullRun): void {
  writeFileSync(recordFile, `${JSON.stringify(run, null, 2)}\n`)
}

export interface PrintedCodePlan {
  /** `null`: all of it. */
  readonly part: Part | null
  /** The reason, as readable text. */
  readonly reason: string
}

/**
 * Decides which part of the printed code runs now.
 *
 * @param asked the arguments after `npm test --`: `--full`, `--part=2/4`
 */
export function planPrintedCode(asked: readonly string[], hash: string, last: FullRun | null, today: Date): PrintedCodePlan {
  if (asked.includes('--full')) return { part: null, reason: 'all of it, as asked' }
  const part = asked.find((word) => word.startsWith('--part='))?.slice('--part='.length)
  if (part !== undefined) return { part: parsePart(part), reason: `part ${part}, as asked` }
  if (last === null) return { part: null, reason: 'all of it: no run in full is recorded' }
  if (last.sha256 !== hash) return { part: null, reason: `all of it: what it depends on changed since it passed in full on ${last.date}` }
  const turn = partOfDay(today, parts)
  return {
    part: turn,
    reason: `part ${turn.number}/${turn.of}, whose turn it is today: nothing changed since it passed in full on ${last.date}. Again: npm test -- --part=${turn.number}/${turn.of}; all of it: npm test -- --full`,
  }
}

/** Returns the Python environments that the libraries of a part run in, as named in `scripts/test/proof-venv.sh`; `null` means all parts. */
export function environmentsOf(part: Part | null): string[] {
  const file = join(root, 'e2e/snippets/models/runnable.json')
  const cases = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, { environment?: string }>)
  // All models are made in this one, whatever runs them.
  return [...new Set(['libraries', ...inPart(part, cases).map(({ environment = 'libraries' }) => environment)])]
}
