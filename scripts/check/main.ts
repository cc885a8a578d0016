import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { boundaryProblems } from './boundaries.ts'
import { tableProblems } from '../compatibility/files.ts'
import { root } from './sources.ts'

/*
 * `npm run check`: what can be known without running the product. Format, lint (with types), types, boundaries, the table of compatibility.
 * Prints one line per check and ends with an exit code; `--json` is for the test runner.
 */
export interface CheckResult {
  readonly name: string
  readonly problems: string
}

/** Runs every check, in order, and never stops at the first failure. */
export function runChecks(): CheckResult[] {
  return [
    // First: lint and types read what this writes.
    program('route types', 'react-router', ['typegen'], 'apps/web'),
    program('format', 'oxfmt', ['--check', '.']),
    program('lint', 'oxlint', ['--type-aware']),
    ...[
      'packages/contract',
      'packages/tasks',
      'packages/gguf',
      'packages/chat-template',
      'packages/client',
      'packages/git',
      'packages/snippets',
      'packages/hub',
      'packages/engine',
      'apps/server',
      'apps/web',
      'scripts',
      'e2e',
      'bench',
    ].map((folder) => program(`types of ${folder}`, 'tsc', ['-p', folder])),
    { name: 'boundaries', problems: boundaryProblems().join('\n') },
    { name: 'compatibility table', problems: tableProblems().join('\n') },
    // Of the pages as last built; `npm test` builds them first.
    ...(existsSync(`${root}/apps/web/build/server/index.js`)
      ? [program('JavaScript of a model page', 'node', ['scripts/check-bundle.mjs'], 'apps/web')]
      : []),
  ]
}

function program(name: string, command: string, args: string[], folder = '.'): CheckResult {
  const done = spawnSync(command, args, { cwd: `${root}/${folder}`, encoding: 'utf8' })
  if (done.error) return { name, problems: String(done.error) }
  return { name, problems: done.status === 0 ? '' : `${done.stdout}${done.stderr}`.trim() || `exit code ${done.status}` }
}

if (import.meta.main) {
  const results = runChecks()
  for (const { name, problems } of results) console.log(problems === '' ? `ok      ${name}` : `FAILED  ${name}\n${problems}\n`)
  process.exit(results.every(({ problems }) => problems === '') ? 0 : 1)
}
