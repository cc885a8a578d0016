import { isObject } from './values.ts'

/** What an index of shards says. */
export interface ShardIndex {
  /** The index without its `weight_map`, which repeats the names of the headers. JSON. */
  readonly text: string
  /** The files it names, each once. */
  readonly shards: readonly string[]
}

/** Parses an index; `null` when it is not a JSON object. */
export function parseShardIndex(bytes: Uint8Array): ShardIndex | null {
  const value = parse(decode(bytes))
  if (!isObject(value)) return null
  const { weight_map: map, ...index } = value
  const shards = [...new Set(isObject(map) ? Object.values(map) : [])].filter((name) => typeof name === 'string')
  return { text: JSON.stringify(index), shards }
}

/** The text of a JSON object; `null` when it is something else. */
export function jsonObjectText(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  return isObject(parse(text)) ? text : null
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
