import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { type BufferPair, longDownloadBytes, returnPair, takeLargePair, takeFirstPair } from './block-buffers.ts'
import type { ByteRange } from './byte-range.ts'

/**
 * Sends part of a local file over a response whose head is written: reads one block while the one before is written, and
 * reads no faster than the client takes.
 * @returns false when the client left before the end
 * @throws when the file is shorter than it should be; the caller breaks the connection
 */
export async function streamFile(response: ServerResponse, path: string, range: ByteRange): Promise<boolean> {
  const file = await open(path, 'r')
  const left = whenLeft(response)
  let pair = takeFirstPair()
  let settled = false
  try {
    let position = range.start
    let reading = readBlock(file, pair.buffers[0], position, range.end)
    for (let turn = 1; position <= range.end; turn++) {
      const block = await reading
      if (block.length === 0) throw new Error(`${path} ended at byte ${position} of ${range.end + 1}`)
      position += block.length
      const writing = writeBlock(response, block, left.promise)
      const grown = position <= range.end && position - range.start >= longDownloadBytes ? growPair(pair) : null
      const next = grown ?? pair
      // The other buffer is free: its write has been waited for.
      if (position <= range.end) reading = readBlock(file, next.buffers[turn % 2 === 0 ? 0 : 1], position, range.end)
      const taken = await writing
      if (grown !== null) {
        returnPair(pair, taken)
        pair = grown
      }
      if (!taken) {
        await reading.catch(() => null)
        return false
      }
    }
    settled = true
    response.end()
    return true
  } finally {
    left.stop()
    returnPair(pair, settled)
    await file.close()
  }
}

function growPair(pair: BufferPair): BufferPair | null {
  return pair.kind === 'large' ? null : takeLargePair()
}

function readBlock(file: FileHandle, buffer: Buffer, position: number, last: number): Promise<Buffer> {
  const reading = file.read(buffer, 0, Math.min(buffer.length, last - position + 1), position)
  const block = reading.then(({ bytesRead }) => buffer.subarray(0, bytesRead))
  // It is awaited only after the write beside it; a failure before that is not an unhandled one.
  block.catch(() => {})
  return block
}

/** Resolves when the socket has taken the block, so that the buffer may be used again; to false when the client left. */
async function writeBlock(response: ServerResponse, block: Buffer, left: Promise<false>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  response.write(block, (error) => resolve(!error))
  return Promise.race([promise, left])
}

/** Resolves to false when the connection closes before the response has ended. */
function whenLeft(response: ServerResponse): { promise: Promise<false>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<false>()
  const onClose = () => resolve(false)
  response.once('close', onClose)
  if (response.destroyed) resolve(false)
  return { promise, stop: () => response.off('close', onClose) }
}
