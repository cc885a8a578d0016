import { expect, test, vi } from 'vitest'
import { inTime, withMinimumRate } from './git-body.ts'

async function* slowly(pieces: number, milliseconds: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < pieces; n++) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    yield Buffer.from([n])
  }
}

async function all(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of body) bytes += piece.length
  return bytes
}

test('a body that trickles in is given up, one that comes is not', async () => {
  expect(await all(inTime(slowly(5, 1), 60_000))).toBe(5)
  await expect(all(inTime(slowly(1_000, 10), 100))).rejects.toMatchObject({ code: 'git.protocol' })
})

test('a push may take as long as it gets somewhere', async () => {
  // The minimum is two bytes per minute; five arrive at once.
  expect(await all(withMinimumRate(slowly(5, 1), { bytes: 2, milliseconds: 60_000 }))).toBe(5)
  await expect(all(withMinimumRate(slowly(1_000, 10), { bytes: 1_000, milliseconds: 100 }))).rejects.toMatchObject({ code: 'git.protocol' })
})

test('the time that the server takes for a push does not count as the client’s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    async function* body(): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < 3; n++) {
        // As from a socket: what is asked for is there a round later.
        await new Promise((resolve) => setImmediate(resolve))
        yield Buffer.from('a')
      }
    }
    let bytes = 0
    for await (const piece of withMinimumRate(body(), { bytes: 1_000, milliseconds: 1_000 })) {
      bytes += piece.length
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(bytes).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})
