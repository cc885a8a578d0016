/*
 * Buffers of downloads. Allocating is what costs, so they are used again and again: two per download, however large the
 * file. Long downloads move to larger ones, which are as fast as the kernel's own sendfile (bench/download.ts), as long
 * as there are any: a thousand slow clients must not cost gigabytes. Nor ten thousand: when many downloads run, further ones
 * get by with less.
 */
const tinyBytes = 16 * 1024
const smallBytes = 256 * 1024
const largeBytes = 2 * 1024 * 1024

/** Pairs of large buffers in use at most: 128 MiB. */
const maxLargePairs = 32
/** Pairs of small buffers in use at most: 128 MiB. */
const maxSmallPairs = 256
/** Pairs kept for the next download when not in use. */
const maxSpare = { tiny: 256, small: 32, large: 8 }

/** A download that has sent so much is worth large buffers. Bytes. */
export const longDownloadBytes = 8 * 1024 * 1024

export interface BufferPair {
  readonly kind: 'tiny' | 'small' | 'large'
  readonly buffers: readonly [Buffer, Buffer]
}

const spare: Record<BufferPair['kind'], BufferPair[]> = { tiny: [], small: [], large: [] }
let smallInUse = 0
let largeInUse = 0

/** What a download begins with. */
export function takeFirstPair(): BufferPair {
  if (smallInUse >= maxSmallPairs) return spare.tiny.pop() ?? newPair('tiny', tinyBytes)
  smallInUse++
  return spare.small.pop() ?? newPair('small', smallBytes)
}

/** `null` when all are in use. */
export function takeLargePair(): BufferPair | null {
  if (largeInUse >= maxLargePairs) return null
  largeInUse++
  return spare.large.pop() ?? newPair('large', largeBytes)
}

/** @param reusable false when the kernel may still read from a buffer: then it is left to the garbage collector */
export function returnPair(pair: BufferPair, reusable: boolean): void {
  if (pair.kind === 'large') largeInUse--
  if (pair.kind === 'small') smallInUse--
  if (reusable && spare[pair.kind].length < maxSpare[pair.kind]) spare[pair.kind].push(pair)
}

function newPair(kind: BufferPair['kind'], bytes: number): BufferPair {
  return { kind, buffers: [Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes)] }
}
