import { expect, test } from 'vitest'
import { isTurnOver, nextQueryTurn } from './turns.ts'
import { Yielder } from './yielder.ts'

/** Holds the event loop until a turn is over. */
function useUpTurn(): void {
  while (!isTurnOver());
}

test('however many long jobs there are, one of them runs per round of the event loop, and queries do not wait behind them', async () => {
  const rounds: string[][] = [[]]
  let isRunning = true
  const count = () => {
    rounds.push([])
    if (isRunning) setImmediate(count)
  }
  const job = async (name: string) => {
    const yielder = new Yielder()
    for (let slice = 0; slice < 5; slice++) {
      await yielder.yieldIfDue()
      rounds.at(-1)?.push(name)
      useUpTurn()
    }
  }
  useUpTurn()
  setImmediate(count)
  const jobs = [job('a'), job('b'), job('c')]
  await nextQueryTurn()
  const beforeQuery = rounds.flat()
  await Promise.all(jobs)
  isRunning = false
  expect(beforeQuery).toEqual([])
  expect(rounds.filter((round) => round.length > 1)).toEqual([])
  // They take turns.
  expect(rounds.flat()).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
})
