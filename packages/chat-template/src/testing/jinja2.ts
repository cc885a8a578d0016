import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const version = '3.1.6'
const environment = join(import.meta.dirname, '../../../../.cache', `python-jinja2-${version}`)
const python = join(environment, 'bin/python')

/** Sources to render with each set of variables. */
export interface Job {
  readonly sources: readonly string[]
  readonly variables: readonly Readonly<Record<string, unknown>>[]
}

/**
 * The results, per source and set of variables: `=` and the text, or `!` and the class of the error (followed by its message if
 * the template raised it).
 */
export type Outcomes = readonly (readonly string[])[]

/** Creates a Python environment with Jinja, once. @returns why that is not possible, or `null` */
export function jinja2Missing(): string | null {
  const works = () => existsSync(python) && spawnSync(python, ['-c', 'import jinja2']).status === 0
  if (works()) return null
  for (const [program, args] of [
    ['python3', ['-m', 'venv', environment]],
    [python, ['-m', 'pip', 'install', '--quiet', `jinja2==${version}`]],
  ] as const) {
    const done = spawnSync(program, args, { encoding: 'utf8' })
    if (done.status !== 0) return `${program} ${args.join(' ')}: ${(done.stderr || String(done.error)).trim().split('\n').at(-1) ?? ''}`
  }
  return works() ? null : `${python} does not find jinja2`
}

/** Renders with Jinja itself, set up as transformers does. The contents of `{% generation %}` are put between U+E000 and U+E001. */
export function renderWithJinja2(jobs: readonly Job[]): Outcomes[] {
  const done = spawnSync(python, [join(import.meta.dirname, 'render_templates.py')], {
    input: jobs.map((job) => `${JSON.stringify(job)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const lines = done.stdout.split('\n').filter((line) => line !== '')
  if (done.status !== 0 || lines.length !== jobs.length) throw new Error(`Python ended with ${done.status}: ${done.stderr.slice(-2_000)}`)
  return lines.map((line) => JSON.parse(line) as string[][])
}
