/** Bytes that are not what they claim to be: a malformed xorb or shard, or a hash that does not fit. Somebody else's fault. */
export class XetFormatError extends Error {
  override readonly name = 'XetFormatError'
}
