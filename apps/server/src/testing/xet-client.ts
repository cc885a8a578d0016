import { Chunker, formatHash, openHasher, type Hash, type ShardFile, writeShard, writeXorb, XorbIndex, type XetHasher } from '@portolan/xet'
import { sha256Of } from './lfs-upload.ts'
import type { TestServer, TestUser } from './open-test-server.ts'

/** The response of a token endpoint. */
export interface XetAccess {
  readonly accessToken: string
  readonly exp: number
  readonly casUrl: string
}

/** A file prepared like a client does it: one xorb, one term. */
export interface PreparedFile {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly chunks: readonly Uint8Array[]
  readonly xorb: { readonly hash: string; readonly raw: Hash; readonly body: Uint8Array; readonly index: XorbIndex }
  /** The shard entry; tests modify it to send false data. */
  readonly shard: ShardFile
  /** The file hash as text. */
  readonly hash: string
}

let hasher: Promise<XetHasher> | null = null

/** @param pack builds the body of the xorb; the regular format when absent */
export async function prepare(bytes: Uint8Array, pack: (chunks: readonly Uint8Array[]) => Uint8Array = writeXorb): Promise<PreparedFile> {
  const hashes = await (hasher ??= openHasher())
  const chunker = new Chunker()
  const cut = chunker.push(bytes)
  const last = chunker.finish()
  const chunks = last === null ? cut : [...cut, last]
  let end = 0
  const index = XorbIndex.from(
    chunks.map((chunk) => ({ hash: Uint8Array.from(hashes.chunk(chunk)), end: (end += chunk.length + 8), length: chunk.length })),
  )
  const raw = hashes.xorb(index.sized())
  const file = hashes.file(index.sized())
  const sha256 = sha256Of(bytes)
  const shard: ShardFile = {
    hash: file,
    terms: [{ xorb: raw, startChunk: 0, endChunk: chunks.length, bytes: bytes.length }],
    verification: [hashes.verification(index.hashes(0, chunks.length))],
    sha256,
  }
  return { bytes, sha256, chunks, xorb: { hash: formatHash(raw), raw, body: pack(chunks), index }, shard, hash: formatHash(file) }
}

/** Requests a token. @param repo `models/ada/tides` */
export async function xetToken(server: TestServer, repo: string, operation: 'read' | 'write', as?: TestUser): Promise<XetAccess> {
  const answer = await server.request(`/api/${repo}/xet-${operation}-token/main`, as ? { as } : {})
  if (answer.status !== 200) throw new Error(`token: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as XetAccess
}

/** Calls the chunk store. @param path relative to the store's address */
export function store(server: TestServer, access: XetAccess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${access.accessToken}`)
  return server.request(`${access.casUrl}${path}`, { ...init, headers })
}

export function sendXorb(server: TestServer, access: XetAccess, hash: string, body: Uint8Array): Promise<Response> {
  return store(server, access, `/v1/xorbs/default/${hash}`, { method: 'POST', body: body as NonNullable<RequestInit['body']> })
}

export function sendShard(server: TestServer, access: XetAccess, files: readonly ShardFile[], version = 'v1'): Promise<Response> {
  const body = writeShard(files, []) as NonNullable<RequestInit['body']>
  return store(server, access, `/${version}/shards`, { method: 'POST', body })
}

/** Uploads a file through the chunk store without committing it. */
export async function uploadThroughXet(server: TestServer, access: XetAccess, file: PreparedFile): Promise<void> {
  for (const answer of [await sendXorb(server, access, file.xorb.hash, file.xorb.body), await sendShard(server, access, [file.shard])]) {
    if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  }
}
