import { expect, test } from 'vitest'
import { CommitRoom, commitRoomLimits } from './commit-room.ts'

const limits = {
  ...commitRoomLimits,
  smallBytes: 10,
  smallOperations: 3,
  bytes: 100,
  bytesPerCaller: 60,
  turns: { atOnce: 2, perCaller: 1, waiting: 1, timeoutMs: 60_000 },
}
const busy = expect.objectContaining({ code: 'hub.busy' }) as Error

test('large commits take turns, small ones do not', async () => {
  const room = new CommitRoom(limits)
  const large = room.open('ada')
  await large.add(11)
  const second = room.open('ada')
  let isIn = false
  const entered = second.add(12).then(() => (isIn = true))
  const small = room.open('ada')
  for (let n = 0; n < 3; n++) await small.add(1)
  expect(isIn).toBe(false)
  // The queue holds one.
  await expect(small.add(0)).rejects.toThrow(busy)
  await room.open('eve').add(11)
  large[Symbol.dispose]()
  await entered
  expect(isIn).toBe(true)
})

test('what commits hold is bounded, for a caller and in all, and given back once', async () => {
  const room = new CommitRoom({ ...limits, smallBytes: 1_000, smallOperations: 1_000 })
  const first = room.open('ada')
  await first.add(60)
  const other = room.open('ada')
  await expect(other.add(1)).rejects.toThrow(busy)
  other[Symbol.dispose]()
  await room.open('eve').add(40)
  await expect(room.open('mia').add(1)).rejects.toThrow(busy)
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await room.open('ada').add(58)
  await expect(room.open('ada').add(3)).rejects.toThrow(busy)
})
