/** Bytes that are not what they claim to be: a malformed xorb or shard, or a hash mismatch. The sender's fault. */
export class XetFormatError extends Error {
  override readonly name = 'XetFormatError'
}
