import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeResult } from './measure.ts'

/*
 * All wire protocols against their peers in one run, as one table: git against `git http-backend` behind nginx, the API's commits against git's own
 * plumbing, files against nginx, Xet against SHA-256. Each row is a separate bench in this folder, with fewer rounds. Under five minutes.
 */
interface Line {
  readonly what: string
  readonly value: string
  readonly peer: string
}

type Result = Record<string, unknown>
const at = (result: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Result | undefined)?.[key], result)
/** The reference that a figure is compared with. */
const peers = {
  git: 'speed of git http-backend behind nginx',
  idle: 'times that of an idle hub',
  sendfile: 'speed of nginx with sendfile',
} as const
const ratio = (value: unknown): string => (typeof value === 'number' ? value.toFixed(2) : 'missing')

/** Figures contained in a result, each with its path. */
const ratios =
  (rows: readonly (readonly [what: string, path: readonly string[], peer: string])[]) =>
  (result: unknown): Line[] =>
    rows.map(([what, path, peer]) => ({ what, value: ratio(at(result, ...path)), peer }))

const benches: readonly { readonly name: string; readonly rounds: number; lines(result: unknown): Line[] }[] = [
  {
    name: 'git-clone',
    rounds: 3,
    lines: ratios([
      ['git clone, 2,000 files, 1,000 commits', ['results', 'whole', 'speed'], peers.git],
      ['git clone --depth=1', ['results', 'depth1', 'speed'], peers.git],
      ['git fetch of ten commits', ['results', 'fetch', 'speed'], peers.git],
    ]),
  },
  {
    name: 'git-push',
    rounds: 3,
    lines: ratios([
      ['git push of 10,460 objects', ['ratios', 'history'], peers.git],
      ['git push of five files', ['ratios', 'commit'], peers.git],
    ]),
  },
  {
    name: 'git-beside',
    rounds: 3,
    lines: ratios([
      ['GET of a model during such a push, p99', ['ratios', 'push'], peers.idle],
      ['GET of a model during a clone, p99', ['ratios', 'clone'], peers.idle],
    ]),
  },
  {
    name: 'commit',
    rounds: 3,
    lines: ratios([
      ['API commit of five files', ['ratios', 'commitToFastImport'], 'speed of one git fast-import'],
      ['API commit of five files', ['ratios', 'commitToPlumbing'], 'speed of git plumbing commands'],
    ]),
  },
  {
    name: 'upload',
    rounds: 3,
    lines: ratios([['upload of 1 GiB, hashed', ['ratio'], 'speed of nginx, which does not hash']]),
  },
  {
    name: 'download',
    rounds: 3,
    lines: ratios([
      ['download of 1 GiB, 1 at once', ['connections1', 'ratio'], peers.sendfile],
      ['download of 1 GiB, 8 at once', ['connections8', 'ratio'], peers.sendfile],
    ]),
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
