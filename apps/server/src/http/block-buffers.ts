/*
 * Buffers for downloads. Allocation is the expensive part, so buffers are reused: two per download, however large the file. Long downloads
 * switch to larger buffers, which match the speed of the kernel's own sendfile (bench/download.ts), as long as some are available: a thousand
 * slow clients must not take gigabytes of memory. Ten thousand must not either: when many downloads are running, new ones get smaller buffers.
 */
const tinyBytes = 16 * 1024
const smallBytes = 256 * 1024
const largeBytes = 2 * 1024 * 1024

/** Maximum number of large buffer pairs in use: 128 MiB. */
const maxLargePairs = 32
/** Maximum number of small buffer pairs in use: 128 MiB. */
const maxSmallPairs = 256
/** Idle pairs kept for the next downloads. */
const maxSpare = { tiny: 256, small: 32, large: 8 }

/** A download that has sent this many bytes switches to large buffers. */
export const longDownloadBytes = 8 * 1024 * 1024

export interface BufferPair {
  readonly kind: 'tiny' | 'small' | 'large'
  readonly buffers: readonly [Buffer, Buffer]
}

const spare: Record<BufferPair['kind'], BufferPair[]> = { tiny: [], small: [], large: [] }
let smallInUse = 0
let largeInUse = 0

/** Takes the buffer pair that a download starts with. */
export function takeFirstPair(): BufferPair {
  if (smallInUse >= maxSmallPairs) return spare.tiny.pop() ?? newPair('tiny', tinyBytes)
  smallInUse++
  return spare.small.pop() ?? newPair('small', smallBytes)
}

/** Takes a large pair, or `null` when all are in use. */
export function takeLargePair(): BufferPair | null {
  if (largeInUse >= maxLargePairs) return null
  largeInUse++
  return spare.large.pop() ?? newPair('large', largeBytes)
}

/** @param reusable false when the kernel may still read from a buffer: the pair is then left to V8's garbage collection */
export function returnPair(pair: BufferPair, reusable: boolean): void {
  if (pair.kind === 'large') largeInUse--
  if (pair.kind === 'small') smallInUse--
  if (reusable && spare[pair.kind].length < maxSpare[pair.kind]) spare[pair.kind].push(pair)
}

function newPair(kind: BufferPair['kind'], bytes: number): BufferPair {
  return { kind, buffers: [Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes)] }
}
