import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError } from '@portolan/contract'
import type { BlobStore } from './blob-store.ts'
import { diskError, isMissing } from './disk-errors.ts'
import { checkedUploadId, type PartStore, type StoredPart } from './part-store.ts'
import { writeNewFile } from './write-new-file.ts'

const readBytes = 1024 * 1024

/**
 * Parts as files: `<dir>/<upload>/<number>.<sha-256>`.
 * @param put turns the whole into a blob
 */
export function openDiskPartStore(dir: string, put: BlobStore['put']): PartStore {
  const folderOf = (uploadId: string) => join(dir, checkedUploadId(uploadId))
  return {
    async put(uploadId, number, content, expected) {
      const folder = folderOf(uploadId)
      const arriving = join(folder, `arriving-${randomBytes(12).toString('hex')}`)
      try {
        await mkdir(folder, { recursive: true })
        // A separate file until it is complete: two senders of the same part do not interfere.
        const { sha256 } = await writeNewFile(arriving, content, expected)
        const before = (await arrived(folder)).get(number)
        const name = `${number}.${sha256}`
        if (before !== undefined && before !== name) await unlink(join(folder, before)).catch(() => {})
        await rename(arriving, join(folder, name))
        return { etag: sha256 }
      } catch (error) {
        await unlink(arriving).catch(() => {})
        throw diskError(error)
      }
    },
    async list(uploadId) {
      const folder = folderOf(uploadId)
      const parts = new Map<number, StoredPart>()
      for (const [number, name] of await arrived(folder)) {
        const info = await stat(join(folder, name)).catch(() => null)
        if (info !== null) parts.set(number, { number, etag: name.slice(name.indexOf('.') + 1), size: info.size })
      }
      return parts
    },
    async complete(uploadId, parts, expected) {
      const folder = folderOf(uploadId)
      return put(concatenated(parts.map(({ number, etag }) => join(folder, `${number}.${etag}`))), expected)
    },
    async drop(uploadId) {
      await rm(folderOf(uploadId), { recursive: true, force: true })
    },
    async *uploads() {
      yield* await readdir(dir).catch(() => [])
    },
  }
}

async function* concatenated(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    try {
      yield* createReadStream(file, { highWaterMark: readBytes })
    } catch (error) {
      throw isMissing(error)
        ? new HubError('lfs.object_missing', { message: 'A part was replaced while the upload was being completed.' }, { cause: error })
        : error
    }
  }
}

/** File names by part number. */
async function arrived(folder: string): Promise<Map<number, string>> {
  const parts = new Map<number, string>()
  for (const name of await readdir(folder).catch(() => [])) {
    const [, number] = /^(\d+)\.[0-9a-f]{64}$/.exec(name) ?? []
    if (number !== undefined) parts.set(Number(number), name)
  }
  return parts
}
