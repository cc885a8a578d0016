/**
 * Limits on what a header may request: a hostile file can declare huge counts in a few bytes. Each is well above what published models have
 * (vocabularies of 262,144 tokens, some ten thousand tensors, dozens of entries, an embedded tokenizer of 20 MB).
 */
export const ggufLimits = {
  /** Position up to which a header is read. */
  headerBytes: 64 * 1024 * 1024,
  /** Text kept per header, including keys and tensor names. */
  heldTextBytes: 16 * 1024 * 1024,
  pairs: 20_000,
  tensors: 65_536,
  keyBytes: 65_535,
  /** A longer text is skipped, and summarized as an array of its bytes. */
  textBytes: 2 * 1024 * 1024,
  /** Values kept per array, across nesting levels, and for all arrays of a header. */
  arrayValues: 64,
  heldArrayValues: 16_384,
  /** Nesting depth of arrays. */
  depth: 4,
  dimensions: 8,
  alignment: 1024 * 1024,
} as const
