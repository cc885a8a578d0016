import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeResult } from './measure.ts'

/*
 * All wires beside their peers in one run, as one table: git against `git http-backend` behind nginx, the API's commits against git's own
 * plumbing, files against nginx, Xet beside sha-256. Each line is a bench of its own in this folder, with fewer rounds. Under five minutes.
 */
interface Line {
  readonly what: string
  readonly value: string
  readonly peer: string
}

type Result = Record<string, unknown>
const at = (result: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Result | undefined)?.[key], result)
const ratio = (value: unknown): string => (typeof value === 'number' ? value.toFixed(2) : 'missing')

const benches: readonly { readonly name: string; readonly rounds: number; lines(result: unknown): Line[] }[] = [
  {
    name: 'git-clone',
    rounds: 3,
    lines: (result) =>
      [
        ['whole', 'git clone, 2,000 files, 1,000 commits'],
        ['depth1', 'git clone --depth=1'],
        ['fetch', 'git fetch of ten commits'],
      ].map(([key = '', what = '']) => ({
        what,
        value: ratio(at(result, 'results', key, 'speed')),
        peer: 'speed of git http-backend behind nginx',
      })),
  },
  {
    name: 'git-push',
    rounds: 3,
    lines: (result) => [
      { what: 'git push of 10,460 objects', value: ratio(at(result, 'ratios', 'history')), peer: 'speed of git http-backend behind nginx' },
      { what: 'git push of five files', value: ratio(at(result, 'ratios', 'commit')), peer: 'speed of git http-backend behind nginx' },
    ],
  },
  {
    name: 'git-beside',
    rounds: 3,
    lines: (result) => [
      { what: 'GET of a model during such a push, p99', value: ratio(at(result, 'ratios', 'push')), peer: 'times that of an idle hub' },
      { what: 'GET of a model during a clone, p99', value: ratio(at(result, 'ratios', 'clone')), peer: 'times that of an idle hub' },
    ],
  },
  {
    name: 'commit',
    rounds: 3,
    lines: (result) => [
      { what: 'API commit of five files', value: ratio(at(result, 'ratios', 'commitToFastImport')), peer: 'speed of one git fast-import' },
      { what: 'API commit of five files', value: ratio(at(result, 'ratios', 'commitToPlumbing')), peer: 'speed of git plumbing commands' },
    ],
  },
  {
    name: 'upload',
    rounds: 3,
    lines: (result) => [
      { what: 'upload of 1 GiB, hashed', value: ratio(at(result, 'ratio')), peer: 'speed of nginx, which does not hash' },
    ],
  },
  {
    name: 'download',
    rounds: 3,
    lines: (result) =>
      [1, 8].map((n) => ({
        what: `download of 1 GiB, ${n} at once`,
        value: ratio(at(result, `connections${n}`, 'ratio')),
        peer: 'speed of nginx with sendfile',
      })),
  },
  {
    name: 'xet-chunking',
    rounds: 5,
    lines: (result) =>
      ['cut into chunks', 'BLAKE3 of chunks', 'cut and hash', 'check a xorb, not compressed'].map((key) => ({
        what: `Xet: ${key}`,
        value: Number(at(result, 'medians', key)).toFixed(0),
        peer: `MB/s on one core; sha-256 ${Number(at(result, 'medians', 'sha-256')).toFixed(0)}`,
      })),
  },
]

const started = performance.now()
const lines: Line[] = []
let failed = 0
for (const { name, rounds, lines: linesOf } of benches) {
  console.log(`\n== ${name}`)
  const done = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, `${name}.ts`), `--rounds=${rounds}`], {
    stdio: 'inherit',
  })
  if (done.status !== 0) {
    failed++
    continue
  }
  const { result } = JSON.parse(readFileSync(join(import.meta.dirname, 'results', `${name}.json`), 'utf8')) as { result: unknown }
  lines.push(...linesOf(result))
}
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`\nAll wires, in ${seconds} s`)
for (const { what, value, peer } of lines) console.log(`${what.padEnd(44)} ${value.padStart(8)}  ${peer}`)
writeResult('wires', { seconds, lines })
if (failed > 0) process.exit(1)
