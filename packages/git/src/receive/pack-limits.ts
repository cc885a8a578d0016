/** Resource limits for a received pack. Bytes unless the name says otherwise. */
export interface PackLimits {
  /** The pack itself, as transferred. */
  readonly packBytes: number
  /** Number of objects. */
  readonly objects: number
  /** All objects and deltas together, inflated: a guard against decompression bombs. Never more than this, … */
  readonly inflatedBytes: number
  /** … and beyond this much not more than `inflatedRatio` times the pack. */
  readonly freelyInflatedBytes: number
  readonly inflatedRatio: number
  /** One object that has to be in memory: commits, trees, tags, deltas, their bases and results. Larger blobs are hashed in pieces. */
  readonly heldBytes: number
  /** Maximum length of a delta chain. */
  readonly deltaDepth: number
}

export const defaultPackLimits: PackLimits = {
  packBytes: 2 * 1024 ** 3,
  objects: 500_000,
  inflatedBytes: 4 * 1024 ** 3,
  freelyInflatedBytes: 1024 ** 3,
  inflatedRatio: 100,
  heldBytes: 32 * 1024 ** 2,
  // Git writes no longer chains (this is the maximum of `pack.depth`).
  deltaDepth: 4_095,
}
