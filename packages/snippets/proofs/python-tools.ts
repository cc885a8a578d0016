import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Pinned, so that the same code produces the same messages. */
const packages = ['pyflakes==3.4.0']

/** A Python environment with the tools of the proofs, created once below the folder. @returns the path of its interpreter */
export function pythonTools(folder: string): string {
  const environment = join(folder, `python-${packages.join('-')}`)
  const python = join(environment, 'bin/python')
  const isReady = existsSync(python) && spawnSync(python, ['-c', 'import pyflakes']).status === 0
  if (!isReady) {
    step('python3', ['-m', 'venv', environment])
    step(python, ['-m', 'pip', 'install', '--quiet', ...packages])
  }
  return python
}

function step(program: string, args: readonly string[]): void {
  const done = spawnSync(program, args, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${done.status}: ${done.stderr || String(done.error)}`)
}

/** The messages of pyflakes for each code: `[kind, text]` pairs; `null` for code that does not parse. */
export function pyflakes(python: string, codes: readonly string[]): (readonly (readonly [string, string])[] | null)[] {
  const done = spawnSync(python, [join(import.meta.dirname, 'undefined_names.py')], {
    input: codes.map((code) => `${JSON.stringify(code)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const lines = done.stdout.split('\n').filter((line) => line !== '')
  if (done.status !== 0 || lines.length !== codes.length) throw new Error(`pyflakes ended with ${done.status}: ${done.stderr}`)
  return lines.map((line) => JSON.parse(line) as [string, string][] | null)
}
