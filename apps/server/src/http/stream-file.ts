import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { ByteRange } from './byte-range.ts'

/** Bytes per read and write. Two of these per download, however large the file: allocating is what costs (bench/download.ts). */
const blockBytes = 256 * 1024

/** Buffers of downloads that ended, for those that begin. */
const spare: Buffer[] = []
const maxSpare = 64

/**
 * Sends part of a local file over a response whose head is written: reads one block while the one before is written, and
 * reads no faster than the client takes.
 * @returns false when the client left before the end
 */
export async function streamFile(response: ServerResponse, path: string, range: ByteRange): Promise<boolean> {
  const file = await open(path, 'r')
  const buffers = [takeBuffer(), takeBuffer()] as const
  const left = whenLeft(response)
  try {
    let position = range.start
    let reading = readBlock(file, buffers[0], position, range.end)
    for (let turn = 1; position <= range.end; turn++) {
      const block = await reading
      if (block.length === 0) throw new Error(`${path} ended at byte ${position} of ${range.end + 1}`)
      position += block.length
      const writing = writeBlock(response, block, left.promise)
      // This buffer is free: the write of two blocks ago has been waited for.
      if (position <= range.end) reading = readBlock(file, turn % 2 === 0 ? buffers[0] : buffers[1], position, range.end)
      if (!(await writing)) {
        await reading.catch(() => {})
        return false
      }
    }
    response.end()
    for (const buffer of buffers) if (spare.length < maxSpare) spare.push(buffer)
    return true
  } finally {
    left.stop()
    await file.close()
  }
}

function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes)
}

async function readBlock(file: FileHandle, buffer: Buffer, position: number, last: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, last - position + 1), position)
  return buffer.subarray(0, bytesRead)
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
