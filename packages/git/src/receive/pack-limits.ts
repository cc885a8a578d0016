/** What a received pack may ask of the machine. Bytes unless the name says otherwise. */
export interface PackLimits {
  /** The pack itself, as it comes over the wire. */
  readonly packBytes: number
  /** How many objects. */
  readonly objects: number
  /** All objects and deltas together, inflated: what a bomb would blow up to. Not more than this in any case, … */
  readonly inflatedBytes: number
  /** … and beyond this much not more than `inflatedRatio` times the pack. */
  readonly freelyInflatedBytes: number
  readonly inflatedRatio: number
  /** One object that has to be in memory: commits, trees, tags, deltas, their bases and results. Blobs above it are hashed piece by piece. */
  readonly heldBytes: number
  /** How many deltas may stand on one another. */
  readonly deltaDepth: number
}

export const defaultPackLimits: PackLimits = {
  packBytes: 2 * 1024 ** 3,
  objects: 500_000,
  inflatedBytes: 4 * 1024 ** 3,
  freelyInflatedBytes: 1024 ** 3,
  inflatedRatio: 100,
  heldBytes: 32 * 1024 ** 2,
  // Git writes no longer chains (`pack.depth` has this maximum).
  deltaDepth: 4_095,
}
