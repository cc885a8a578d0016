import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { type BufferPair, longDownloadBytes, returnPair, takeLargePair, takeFirstPair } from './block-buffers.ts'
import type { ByteRange } from './byte-range.ts'

/**
 * Sends part of a local file over a response whose headers are already written: reads one block while the previous one is written, and
 * reads no faster than the client does.
 * @returns false when the client disconnected before the end
 * @throws when the file is shorter than expected; the caller breaks the connection
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
      // The other buffer is free, since its write has completed.
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
  // It is awaited only after the concurrent write; an earlier failure must not become an unhandled rejection.
  block.catch(() => {})
  return block
}

/** Resolves when the socket has taken the block and the buffer can be reused; resolves to false when the client disconnected. */
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
