import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPart, type Part, parsePart, partOfDay } from '../../packages/snippets/proofs/part.ts'
import { root } from '../check/sources.ts'

/*
 * Printed code is looked up in the newest releases and run with them in full when something changed that it depends on, and a part of it otherwise:
 * then it can only have been broken by a new release, and the parts go through all of them in a few days.
 */

/** How many days it takes to go through all of it. */
const parts = 4

/** What is printed, how that is proven, and the wire that it speaks to. */
const folders = [
  ...['chat-template', 'contract', 'gguf', 'snippets', 'tasks'].map((name) => `packages/${name}/src`),
  ...['proofs', 'scripts'].map((name) => `packages/snippets/${name}`),
  ...['http', 'routes', 'wire'].map((name) => `apps/server/src/${name}`),
  ...['inference', 'snippets'].map((name) => `e2e/${name}`),
  // What is installed to run it with.
  'scripts/test',
]
const kinds = '{ts,mjs,py,json,sh}'
/** Tests of the sources themselves run in any case. What follows from a run says nothing about the next. */
const left = /^(?:packages|apps|scripts)\/.*\.test\.ts$|^packages\/snippets\/src\/proofs\/[^/]*\.json$|^e2e\/snippets\/full-run\.json$/

const recordFile = join(root, 'e2e/snippets/full-run.json')

export interface FullRun {
  /** Of the sources that passed. */
  readonly sha256: string
  /** The day it passed. */
  readonly date: string
}

/** Stands for the content of everything that printed code depends on. */
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
          .update(readFileSync(join(base, path)))
          .digest(),
      )
  }
  return hash.digest('hex')
}

/** The run that last passed in full, as far as it was committed. */
export function lastFullRun(): FullRun | null {
  return existsSync(recordFile) ? (JSON.parse(readFileSync(recordFile, 'utf8')) as FullRun) : null
}

export function recordFullRun(run: FullRun): void {
  writeFileSync(recordFile, `${JSON.stringify(run, null, 2)}\n`)
}

export interface PrintedCodePlan {
  /** `null`: all of it. */
  readonly part: Part | null
  /** Why, for people. */
  readonly reason: string
}

/**
 * What of the printed code runs now.
 *
 * @param asked the words after `npm test --`: `--full`, `--part=2/4`
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

/** The Python environments that the libraries of a part run in, as `scripts/test/proof-venv.sh` names them; `null` for all parts. */
export function environmentsOf(part: Part | null): string[] {
  const file = join(root, 'e2e/snippets/models/runnable.json')
  const cases = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, { environment?: string }>)
  // Models are made in this one, whatever runs them.
  return [...new Set(['libraries', ...inPart(part, cases).map(({ environment = 'libraries' }) => environment)])]
}
