/**
 * Bounds on what a header may ask of us: a hostile file names huge counts in a few bytes. Each is well above what published models have (vocabularies
 * of 262,144 tokens, some ten thousand tensors, dozens of entries, an embedded tokenizer of 20 MB).
 */
export const ggufLimits = {
  /** Position up to which a header is read. */
  headerBytes: 64 * 1024 * 1024,
  /** Text held of one header, keys and tensor names included. */
  heldTextBytes: 16 * 1024 * 1024,
  pairs: 20_000,
  tensors: 65_536,
  keyBytes: 65_535,
  /** A longer text is passed over, and summarized as an array of its bytes. */
  textBytes: 2 * 1024 * 1024,
  /** Values kept of an array, at all depths together, and of all arrays of a header. */
  arrayValues: 64,
  heldArrayValues: 16_384,
  /** Arrays within arrays. */
  depth: 4,
  dimensions: 8,
  alignment: 1024 * 1024,
} as const
