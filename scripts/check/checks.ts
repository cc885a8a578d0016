import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { tableProblems } from '../compatibility/files.ts'
import { boundaryProblems } from './boundaries.ts'
import { layerProblems } from './layers.ts'
import { hubStateProblems } from './hub-state.ts'
import { migrationProblems } from './migrations.ts'
import { regexProblems } from './regexes.ts'
import { root } from './sources.ts'
import { unusedExports } from './unused-exports.ts'
import { tsconfigProblems } from './tsconfigs.ts'
import { wordProblems } from './words.ts'

export interface CheckResult {
  readonly name: string
  /** The problems as readable text; empty if there are none. */
  readonly problems: string
  /** The reason it could not be checked. */
  readonly skipped?: string
}

type Outcome = Omit<CheckResult, 'name'>

/** All checks that do not run the product, in order, by name. */
const checks: Record<string, (base: string) => Outcome> = {
  // First, because lint and types read its output.
  'route-types': (base) => program('react-router', ['typegen'], join(base, 'apps/web')),
  format: (base) => program('oxfmt', ['--check', '.'], base),
  // One program for both: linting needs all types anyway, and reports the compiler's errors as well (`.oxlintrc.json`).
  'lint-and-types': (base) => program('oxlint', ['--format=default'], base),
  tsconfigs: (base) => ({ problems: tsconfigProblems(base).join('\n') }),
  boundaries: (base) => ({ problems: boundaryProblems(base).join('\n') }),
  layers: (base) => ({ problems: layerProblems(base).join('\n') }),
  'unused-exports': () => ({ problems: unusedExports().join('\n') }),
  'hub-state': () => ({ problems: hubStateProblems().join('\n') }),
  regexes: (base) => ({ problems: regexProblems(base).join('\n') }),
  words: (base) => ({ problems: wordProblems(base).join('\n') }),
  migrations: () => ({ problems: migrationProblems().join('\n') }),
  'compatibility-table': () => ({ problems: tableProblems().join('\n') }),
  'page-size': (base) =>
    existsSync(join(base, 'apps/web/build/server/index.js'))
      ? program('node', ['scripts/check-bundle.mjs'], join(base, 'apps/web'))
      : { problems: '', skipped: 'the pages are not built; provide them with: npm run build' },
}

export const checkNames: readonly string[] = Object.keys(checks)

/**
 * Runs the named checks in order, without stopping at the first failure.
 *
 * @param base the folder to check
 */
export function runChecks(names = checkNames, base = root): CheckResult[] {
  return Object.entries(checks)
    .filter(([name]) => names.includes(name))
    .map(([name, check]) => ({ name, ...check(base) }))
}

function program(command: string, args: string[], folder: string): Outcome {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (done.error) return { problems: String(done.error) }
  // If CI is set, oxlint colors its output even into a pipe, regardless of NO_COLOR.
  const printed = stripVTControlCharacters(`${done.stdout}${done.stderr}`).trim()
  return { problems: done.status === 0 ? '' : printed || `exit code ${done.status}` }
}
