import { createHash } from 'node:crypto'
import { PackError } from './pack-error.ts'
import type { PackLimits } from './pack-limits.ts'
import type { SpooledPack } from './read-pack.ts'
import type { Spool } from './spool.ts'

/** "PACK", version, number of objects. */
export const packHeadBytes = 12
const trailerBytes = 20

/**
 * Writes a pack to a spool as it arrives, and checks what can be checked along the way: its header, its size, the trailing checksum.
 * @param onObjects is told how many objects the pack announces, long before all of them are there
 * @throws {PackError}
 */
export async function spoolPack(
  source: AsyncIterable<Uint8Array>,
  spool: Spool,
  limits: PackLimits,
  onBytes: (bytes: number) => void = () => {},
  onObjects: (objects: number) => void = () => {},
): Promise<SpooledPack> {
  const hash = createHash('sha1')
  let objects: number | null = null
  // The last bytes are the checksum of everything before them: bytes that may belong to it are held back.
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (spool.size + piece.length > limits.packBytes)
      throw new PackError(`the pack has more than ${limits.packBytes} bytes; push in smaller steps`)
    await spool.append(piece)
    if (objects === null && spool.size >= packHeadBytes) {
      objects = countOf(spool.read(0, packHeadBytes), limits)
      onObjects(objects)
    }
    const seen = tail.length === 0 ? piece : Buffer.concat([tail, piece])
    const sure = Math.max(0, seen.length - trailerBytes)
    hash.update(seen.subarray(0, sure))
    // A copy: the chunk's memory belongs to the sender.
    tail = Buffer.from(seen.subarray(sure))
    onBytes(spool.size)
  }
  if (objects === null) throw new PackError('no pack was sent')
  if (spool.size < packHeadBytes + trailerBytes) throw new PackError('the pack ends too early')
  if (!hash.digest().equals(tail)) throw new PackError('the checksum of the pack is wrong: it was damaged or truncated in transit')
  return { bytes: spool.bytes, objects, endsAt: spool.size - trailerBytes }
}

function countOf(head: Buffer, limits: PackLimits): number {
  if (head.toString('latin1', 0, 4) !== 'PACK') throw new PackError('the data sent is not a pack')
  const version = head.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw new PackError(`the pack has unknown version ${version}`)
  const objects = head.readUInt32BE(8)
  if (objects > limits.objects)
    throw new PackError(`the pack has ${objects} objects; at most ${limits.objects} are allowed in one push; push in smaller steps`)
  return objects
}
