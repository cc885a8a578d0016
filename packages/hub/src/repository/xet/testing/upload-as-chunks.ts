import { createHash } from 'node:crypto'
import { openHasher, writeShard, writeXorb, XorbIndex } from '@portolan/xet'
import type { Actor } from '../../../foundation/actor/index.ts'
import type { Hub } from '../../../hub.ts'
import type { Repo } from '../../access/index.ts'
import { acceptShard } from '../accept-shard.ts'
import { acceptXorb } from '../accept-xorb.ts'
import { issueXetToken, openXetSession } from '../xet-token.ts'

/**
 * Uploads a content like a Xet client: first its xorbs, then the description of the file. Each part is one chunk in a separate xorb, so that contents with a
 * common part share it.
 */
export async function uploadAsChunks(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  parts: readonly Buffer[],
): Promise<{ sha256: string; size: number }> {
  const { token } = await issueXetToken(hub, actor, repo, 'write')
  const session = await openXetSession(hub, token, 'write')
  const hasher = await openHasher()
  const prepared = parts.map((bytes) => {
    const index = XorbIndex.from([{ hash: Uint8Array.from(hasher.chunk(bytes)), end: bytes.length + 8, length: bytes.length }])
    return { bytes, index, hash: hasher.xorb(index.sized()) }
  })
  for (const { hash, bytes } of prepared) await acceptXorb(hub, session, hash, once(writeXorb([bytes])))
  const content = Buffer.concat(parts)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = {
    hash: hasher.file(prepared.flatMap(({ index }) => index.sized())),
    terms: prepared.map(({ hash, bytes }) => ({ xorb: hash, startChunk: 0, endChunk: 1, bytes: bytes.length })),
    verification: prepared.map(({ index }) => hasher.verification(index.hashes(0, 1))),
    sha256,
  }
  await acceptShard(hub, session, writeShard([file], []))
  return { sha256, size: content.length }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
