/** Sizes of the Xet formats. Bytes unless the name says otherwise. */
export const xetLimits = {
  /** A xorb as it is sent, without a trailer: 64 MiB of chunks as clients count them, plus the overhead of each chunk. */
  xorbBytes: 65 * 1024 * 1024,
  /** Content of the chunks in a xorb that is created here. */
  ownXorbContentBytes: 63 * 1024 * 1024,
  /** The optional trailer after the chunks of a xorb: the hashes and offsets of every chunk, and their framing. */
  xorbTrailerBytes: 1024 * 1024,
  xorbChunks: 8_192,
  minChunkBytes: 8 * 1024,
  maxChunkBytes: 128 * 1024,
  shardBytes: 64 * 1024 * 1024,
} as const
