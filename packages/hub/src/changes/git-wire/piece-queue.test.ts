import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pieceBytes, piecesAhead } from './fetch-job.ts'
import { PieceQueue } from './piece-queue.ts'

/** Longer than short pieces are held back. Milliseconds. */
const longMs = 60
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a receiver who lags behind while pieces are made slowly gets all of them, in their order', async () => {
  const sent: Uint8Array[] = []
  const line = new PieceQueue((bytes) => void sent.push(bytes), new AbortController().signal)
  const content = randomBytes(2 * pieceBytes * (piecesAhead + 3))
  const makes = async () => {
    for (let at = 0; at < content.length;) {
      // Short ones, a wait after which they are sent alone, and then enough for a full one.
      for (const bytes of [1_000, 2_000, pieceBytes]) {
        await line.push(content.subarray(at, at + bytes))
        at = Math.min(content.length, at + bytes)
        await delay(bytes === 2_000 ? longMs : 0)
      }
    }
    await line.end()
  }
  let isMade = false
  const making = makes().then(() => (isMade = true))
  let taken = 0
  for (let looks = 0; !isMade && looks < 1_000; looks++) {
    await vi.advanceTimersByTimeAsync(2 * longMs)
    expect(sent.length - taken).toBeLessThanOrEqual(piecesAhead)
    if (taken < sent.length) {
      taken++
      line.taken()
    }
  }
  await making
  expect(Buffer.concat(sent).equals(content)).toBe(true)
})

test('the end comes after a last short piece, however long the receiver takes', async () => {
  const heard: (number | 'end')[] = []
  const line = new PieceQueue(({ length }) => void heard.push(length), new AbortController().signal)
  for (let i = 0; i < piecesAhead; i++) await line.push(Buffer.alloc(pieceBytes))
  await line.push(Buffer.alloc(20))
  await vi.advanceTimersByTimeAsync(longMs)
  const ending = line.end().then(() => heard.push('end'))
  await vi.advanceTimersByTimeAsync(longMs)
  expect(heard).toHaveLength(piecesAhead)
  line.taken()
  await ending
  expect(heard.slice(piecesAhead)).toEqual([20, 'end'])
})

test('what is short goes after a moment, without more', async () => {
  const sent: Uint8Array[] = []
  const line = new PieceQueue((bytes) => void sent.push(bytes), new AbortController().signal)
  await line.push(Buffer.from('short'))
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(longMs)
  expect(Buffer.concat(sent).toString()).toBe('short')
})

test('what is short and has waited goes as soon as the receiver takes something', async () => {
  const heard: number[] = []
  const line = new PieceQueue(({ length }) => void heard.push(length), new AbortController().signal)
  for (let i = 0; i < piecesAhead; i++) await line.push(Buffer.alloc(pieceBytes))
  await line.push(Buffer.alloc(20))
  await vi.advanceTimersByTimeAsync(longMs)
  expect(heard).toHaveLength(piecesAhead)
  line.taken()
  expect(heard.slice(piecesAhead)).toEqual([20])
})

test('who waits for the receiver is let go when it leaves', async () => {
  const leaving = new AbortController()
  const line = new PieceQueue(() => {}, leaving.signal)
  for (let i = 0; i < piecesAhead; i++) await line.push(Buffer.alloc(pieceBytes))
  const waiting = line.push(Buffer.alloc(pieceBytes))
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
})
