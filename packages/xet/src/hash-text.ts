import { fromHex, toHex } from './hex.ts'
import { sameBytes } from './same-bytes.ts'

/** A hash: 32 raw bytes, as in binary structures. */
export type Hash = Uint8Array

const pattern = /^[0-9a-f]{64}$/

/** The text form of a hash: four little-endian 64-bit numbers, each as 16 hex digits. */
export function formatHash(hash: Hash): string {
  return toHex(groupReversed(hash))
}

/** Parses the output of {@link formatHash}. `null` for anything but 64 lowercase hex digits. */
export function parseHash(text: string): Hash | null {
  return pattern.test(text) ? groupReversed(fromHex(text)) : null
}

/** Each group of eight bytes reversed. A shard stores a sha-256 this way, so that its text form is the usual one. */
export function groupReversed(bytes: Uint8Array): Uint8Array {
  const turned = new Uint8Array(32)
  for (let i = 0; i < 32; i++) turned[i] = bytes[(i & ~7) + 7 - (i & 7)] ?? 0
  return turned
}

export function sameHash(a: Hash, b: Hash): boolean {
  return sameBytes(a, b)
}

/** Whether clients query all hubs for chunks with this hash: one in 1,024 (last 64-bit word, modulo 1,024). */
export function isDedupEligible(hash: Hash): boolean {
  return hash[24] === 0 && ((hash[25] ?? 1) & 3) === 0
}
