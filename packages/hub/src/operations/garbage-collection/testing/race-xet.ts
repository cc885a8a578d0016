import { randomBytes } from 'node:crypto'
import type { Repo } from '../../../repository/access/index.ts'
import { chunkStoredFile } from '../../../repository/xet/index.ts'
import { uploadAsChunks } from '../../../repository/xet/testing/upload-as-chunks.ts'
import { pick, type Random, shaOf, type World } from './race-scenario.ts'

/** Small enough to be one chunk even when the hub chunks the file itself. */
const partBytes = 3_000
const parts = Array.from({ length: 4 }, () => randomBytes(partBytes))

/** Contents made from a few parts, so that their chunks are shared; each can be uploaded whole or as chunks. */
export const sharedContents = [[0], [1], [2], [0, 1], [1, 2], [2, 3], [3, 0], [0, 1, 2], [3, 2, 1]].map((list) => {
  const own = list.flatMap((i) => parts[i] ?? [])
  return { parts: own, bytes: Buffer.concat(own) }
})

/** @returns the content */
export async function uploadSharedChunks({ hub, ada }: World, repo: Repo, random: Random): Promise<Buffer> {
  const content = pick(random, sharedContents)
  await uploadAsChunks(hub, ada, repo, content.parts)
  return content.bytes
}

/** The hub's idle-time processing of stored files, in any of its processes: two may work on the same file. */
export async function cutStoredFile({ hub }: World, random: Random): Promise<void> {
  await chunkStoredFile(hub, shaOf(pick(random, sharedContents).bytes))
}
