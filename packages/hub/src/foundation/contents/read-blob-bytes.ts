import { open } from 'node:fs/promises'
import { HubError } from '@portolan/contract'
import { isMissing } from '../blobs/disk-errors.ts'
import type { Hub } from '../../hub.ts'

/** Reads part of a blob into its own buffer. @throws {HubError} `blob.not_found`; an error when the blob is shorter */
export async function readBlobBytes(hub: Hub, sha256: string, start: number, length: number): Promise<Uint8Array> {
  // Not zero-filled: it is only returned once all of it has been read.
  const bytes = Buffer.allocUnsafeSlow(length)
  const path = hub.blobs.localPath(sha256)
  let at = 0
  if (path !== null) {
    const file = await open(path, 'r').catch((error: unknown) => {
      throw isMissing(error) ? new HubError('blob.not_found', { sha256 }, { cause: error }) : error
    })
    try {
      while (at < length) {
        const { bytesRead } = await file.read(bytes, at, length - at, start + at)
        if (bytesRead === 0) break
        at += bytesRead
      }
    } finally {
      await file.close()
    }
  } else {
    for await (const piece of await hub.blobs.read(sha256, { start, end: start + length - 1 })) {
      bytes.set(piece as Uint8Array, at)
      at += (piece as Uint8Array).length
    }
  }
  if (at !== length) throw new Error(`blob ${sha256} ended at byte ${start + at} of ${start + length}`)
  return bytes
}
