import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { StoredObject } from './object.ts'
import { objectHeader } from './pack-entry.ts'
import type { PackEntry } from './pack-index.ts'

const chunkBytes = 1024 * 1024

/**
 * Writes a version 2 pack without deltas: each entry is a header and the stored zlib stream, so nothing is compressed again.
 * @param count how many objects `objects` will yield
 * @param onEntry receives the location of each object, for an index
 * @yields pieces of about 1 MiB, the sha-1 trailer last (gitformat-pack)
 */
export async function* writePack(
  count: number,
  objects: AsyncIterable<StoredObject> | Iterable<StoredObject>,
  onEntry?: (entry: PackEntry) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha1')
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(count, 8)
  let pending: Buffer[] = [head]
  let bytes = head.length
  let written = 0
  let offset = head.length
  const take = (): Buffer => {
    const piece = Buffer.concat(pending)
    hash.update(piece)
    pending = []
    bytes = 0
    return piece
  }
  for await (const object of objects) {
    const header = objectHeader(object.type, object.size)
    pending.push(header, object.z)
    bytes += header.length + object.z.length
    written++
    onEntry?.({ oid: object.oid, offset, crc32: crc32(object.z, crc32(header)) })
    offset += header.length + object.z.length
    if (bytes >= chunkBytes) yield take()
  }
  if (written !== count) throw new Error(`A pack declared ${count} objects but has ${written}`)
  yield take()
  yield hash.digest()
}
