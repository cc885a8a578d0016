import { Yielder } from './yielder.ts'

/** Sorting so few items takes about a millisecond. */
const runLength = 2_000

/** Sorts like `toSorted`, but lets other work run in between: long lists are sorted in short runs, which are then merged. */
export async function sortInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<readonly T[]> {
  const yielder = new Yielder()
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += runLength) {
    await yielder.yieldIfDue()
    runs.push(items.slice(at, at + runLength).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, yielder))
    runs = merged
  }
  return runs[0] ?? []
}

/** Of equal items, those of the first list come first. */
async function merge<T>(first: readonly T[], second: readonly T[], compare: (a: T, b: T) => number, yielder: Yielder): Promise<T[]> {
  const all: T[] = []
  let left = 0
  let right = 0
  while (left < first.length || right < second.length) {
    if (all.length % 500 === 0) await yielder.yieldIfDue()
    const isFirst = right >= second.length || (left < first.length && compare(first[left] as T, second[right] as T) <= 0)
    all.push((isFirst ? first[left++] : second[right++]) as T)
  }
  return all
}
