/** A file of a split model: `model-00002-of-00003.gguf`. */
export interface Shard {
  /** The path up to the number. */
  readonly prefix: string
  /** Counted from 1. */
  readonly index: number
  readonly total: number
}

/** Splits the path of a shard into its set and its number (llama.cpp, tools/gguf-split); `null` if the file is unsplit, or its number exceeds the total. */
export function shardOf(path: string): Shard | null {
  const match = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/is.exec(path)
  if (!match) return null
  const shard = { prefix: match[1] ?? '', index: Number(match[2]), total: Number(match[3]) }
  return shard.index >= 1 && shard.index <= shard.total ? shard : null
}
