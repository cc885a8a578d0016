import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** Returns the number of rounds requested with `--rounds=`. */
export function roundsOr(fallback: number): number {
  return Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? fallback)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Runs each contestant once per round, taking turns, so that a busy moment of the machine affects all of them. */
export async function interleaved<Name extends string>(
  contestants: Readonly<Record<Name, () => Promise<number>>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await contestants[name]())
  }
  return results
}

/** Writes bench/results/<name>.json: the measurements, where and when. */
export function writeResult(name: string, result: unknown): void {
  const dir = join(import.meta.dirname, 'results')
  mkdirSync(dir, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
  }
  writeFileSync(join(dir, `${name}.json`), `${JSON.stringify({ name, date: new Date().toISOString(), machine, result }, null, 2)}\n`)
}
