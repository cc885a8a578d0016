import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { formatHash, chunkHeader, chunkHeaderBytes } from '@portolan/xet'
import { findXorb, readBlobBytes, type StoredXorb, xorbLayout } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import { type Holder, holderOf } from '../../identity/accounts/index.ts'
import type { RepoUid } from '../../uid.ts'
import { canReadContent } from '../access/index.ts'
import { sign, verify } from './xet-key.ts'
import { requireHolder, type XetSession } from './xet-token.ts'

/** Same lifetime as a token; a client whose link has expired requests the file's parts again. Milliseconds. */
const linkLifetime = 60 * 60 * 1000

/** Contents read at once when assembling a xorb. Bytes. */
const readBytes = 1024 * 1024

/** First and last byte of a serialized xorb, inclusive. */
export interface XorbRange {
  readonly start: number
  readonly end: number
}

/** A token for one range of one xorb: anyone who has it may read that range, and nothing else. */
export function signXorbRange(hub: Hub, session: XetSession, xorb: StoredXorb, { start, end }: XorbRange): Promise<string> {
  const expires = hub.now().getTime() + linkLifetime
  return sign(hub, 'xet-range-v3', [formatHash(xorb.hash), start, end, session.repo.uid, holderOf(session.actor), expires])
}

/** A serialized xorb from which a range may be read. */
export interface OpenedXorb {
  /** Its hash as text. */
  readonly hash: string
  /** Total size. Bytes. */
  readonly size: number
  readonly allowed: XorbRange
  readonly localPath: string | null
  read(range?: XorbRange): Promise<Readable>
}

/** @throws {HubError} `xet.link_expired` when it is forged or too old, or when access has been revoked */
export async function openXorbRange(hub: Hub, token: string): Promise<OpenedXorb> {
  const claims = (await verify(hub, 'xet-range-v3', token)) as [string, number, number, RepoUid, Holder, number] | null
  if (claims === null) throw new HubError('xet.link_expired')
  const [hash, start, end, repoUid, holder, expires] = claims
  if (expires <= hub.now().getTime()) throw new HubError('xet.link_expired')
  const { repo, actor } = await requireHolder(hub, repoUid, holder)
  if (!canReadContent(actor, repo)) throw new HubError('xet.link_expired')
  const xorb = await findXorb(hub, hash)
  if (xorb === null) throw new HubError('xet.link_expired')
  const shared = { hash: formatHash(xorb.hash), size: xorb.bytes, allowed: { start, end } }
  if (xorb.layout === xorbLayout.serialized) {
    return { ...shared, localPath: hub.blobs.localPath(xorb.blob), read: (range) => hub.blobs.read(xorb.blob, range) }
  }
  return {
    ...shared,
    localPath: null,
    read: async (range = { start: 0, end: xorb.bytes - 1 }) => Readable.from(serialized(hub, xorb, range), { objectMode: false }),
  }
}

/** Part of the serialized form of a xorb of which only the contents are stored: each chunk gets its header back. */
async function* serialized(hub: Hub, xorb: StoredXorb, { start, end }: XorbRange): AsyncGenerator<Uint8Array> {
  const { index, contentStarts } = xorb
  for (let chunk = 0; chunk < index.count;) {
    if (index.end(chunk) <= start) {
      chunk++
      continue
    }
    if (index.start(chunk) > end) return
    const from = contentStarts[chunk] ?? 0
    let after = chunk + 1
    while (after < index.count && index.start(after) <= end && (contentStarts[after + 1] ?? 0) - from <= readBytes) after++
    const contents = await readBlobBytes(hub, xorb.blob, xorb.blobOffset + from, (contentStarts[after] ?? 0) - from)
    for (; chunk < after; chunk++) {
      const at = index.start(chunk)
      const length = index.length(chunk)
      const content = (contentStarts[chunk] ?? 0) - from
      yield* clipped(chunkHeader({ scheme: 0, length, packedBytes: length }), at, start, end)
      yield* clipped(contents.subarray(content, content + length), at + chunkHeaderBytes, start, end)
    }
  }
}

/** The part of these bytes, which are at offset `at`, between `start` and `end`. */
function* clipped(bytes: Uint8Array, at: number, start: number, end: number): Generator<Uint8Array> {
  const part = bytes.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
  if (part.length > 0) yield part
}
