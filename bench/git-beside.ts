import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, roundsOr, writeResult } from './measure.ts'
import { openGitBench, textHistory } from './parts/git-bench.ts'

/*
 * How long do other requests wait while the hub handles git? One client requests a model's record twenty times a second: while the hub is idle, while
 * 10,460 objects are pushed, and while they are cloned by clients for which nothing is cached. Same run, same server.
 */
const rounds = roundsOr(5)
await using bench = await openGitBench('git-beside', [4335, 4336], textHistory(2_000, 200, 20), { PORTOLAN_CLONE_CACHE_MB: '0' })
const { hub, folder, source } = bench
const target = join(folder, 'clone')
let made = 0
let cloned = 0
const push = async (): Promise<void> => {
  await bench.timed('-C', source, 'push', '-q', '--force', await bench.hubRepo(`pushed-${made++}`), 'main')
}
const clone = async (): Promise<void> => {
  rmSync(target, { recursive: true, force: true })
  // Each repo is cloned only once, so no delta has been computed for it.
  await bench.timed('clone', '-q', '--bare', `${hub.origin}/bench/pushed-${cloned++}`, target)
}
const nothing = () => new Promise<void>((resolve) => setTimeout(resolve, 2_000))

await push()
await clone()
await waits(nothing, 1)
const measured = { idle: await waits(nothing, rounds), push: await waits(push, rounds), clone: await waits(clone, rounds) }
const shapes = Object.fromEntries(Object.entries(measured).map(([what, all]) => [what, shape(all)])) as Record<keyof typeof measured, Shape>
const ratio = (what: 'push' | 'clone') => shapes[what].p99 / shapes.idle.p99
for (const [what, { n, middle, p99, most }] of Object.entries(shapes))
  console.log(
    `GET of a model while ${what === 'idle' ? 'nothing else happens' : `a ${what} of 10,460 objects runs`}: median ${middle.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms, at most ${most.toFixed(1)} ms (${n} calls)${what === 'idle' ? '' : ` · p99 ${ratio(what as 'push').toFixed(1)} times idle`}`,
  )
writeResult('git-beside', { unit: 'ms of a GET', rounds, shapes, ratios: { push: ratio('push'), clone: ratio('clone') } })

interface Shape {
  readonly n: number
  readonly middle: number
  readonly p99: number
  readonly most: number
}

function shape(all: readonly number[]): Shape {
  const sorted = all.toSorted((a, b) => a - b)
  return {
    n: all.length,
    middle: median(all),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  }
}

/** Returns the milliseconds of every call that started while the work was in progress. */
async function waits(work: () => Promise<void>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < times; round++) {
    let isDone = false
    const working = work().finally(() => (isDone = true))
    // Avoids an unhandled rejection, since it is awaited only after the calls have ended.
    working.catch(() => {})
    while (!isDone) {
      const start = performance.now()
      const answer = await fetch(`${hub.origin}/api/models/bench/files`)
      await answer.arrayBuffer()
      all.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    await working
  }
  return all
}
