import { createBLAKE3 } from 'hash-wasm'
import type { Hash } from './hash-text.ts'
import { rootOf, type SizedHash } from './merkle-tree.ts'

/* Keys of the BLAKE3 hashes. */
const keys = {
  chunk: [
    102, 151, 245, 119, 91, 149, 80, 222, 49, 53, 203, 172, 165, 151, 24, 28, 157, 228, 33, 16, 155, 235, 43, 88, 180, 208, 176, 75, 147,
    173, 242, 41,
  ],
  node: [
    1, 126, 197, 199, 165, 71, 41, 150, 253, 148, 102, 102, 180, 138, 2, 230, 93, 221, 83, 111, 55, 199, 109, 210, 248, 99, 82, 230, 74, 83,
    113, 63,
  ],
  file: Array.from({ length: 32 }, () => 0),
  verification: [
    127, 24, 87, 214, 206, 86, 237, 102, 18, 127, 249, 19, 231, 165, 195, 243, 164, 205, 38, 213, 181, 219, 73, 230, 65, 36, 152, 127, 40,
    251, 148, 195,
  ],
} as const

type Keyed = (bytes: Uint8Array) => Hash

/** The hashes of Xet. One instance serves a whole thread: calls are independent of each other. */
export interface XetHasher {
  /** Of a chunk's raw bytes. */
  chunk(bytes: Uint8Array): Hash
  /** Of a xorb, from its chunks in order. 32 zeros when there are none. */
  xorb(chunks: readonly SizedHash[]): Hash
  /** Of a file, from its chunks in order. 32 zeros for the empty file. */
  file(chunks: readonly SizedHash[]): Hash
  /** Of a term: proof of having seen its chunks. @param hashes chunk hashes, back to back */
  verification(hashes: Uint8Array): Hash
}

/** Prepares the hash functions: compiling them takes a few milliseconds. */
export async function openHasher(): Promise<XetHasher> {
  const [chunk, node, file, verification] = await Promise.all([
    keyedHash(Uint8Array.from(keys.chunk)),
    keyedHash(Uint8Array.from(keys.node)),
    keyedHash(Uint8Array.from(keys.file)),
    keyedHash(Uint8Array.from(keys.verification)),
  ])
  return {
    chunk,
    xorb: (chunks) => rootOf(node, chunks),
    file: (chunks) => (chunks.length === 0 ? new Uint8Array(32) : file(rootOf(node, chunks))),
    verification,
  }
}

/** BLAKE3 with a 32-byte key. */
export async function keyedHash(key: Uint8Array): Promise<Keyed> {
  const hash = await createBLAKE3(256, key)
  return (bytes) => {
    hash.init()
    hash.update(bytes)
    return hash.digest('binary')
  }
}
