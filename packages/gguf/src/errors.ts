/** What can be wrong with a header. Codes are stable; messages are for people. */
export type GgufErrorCode =
  /** The file does not begin with the four letters. */
  | 'gguf.not_gguf'
  | 'gguf.unsupported_version'
  /** The file ends before its header does. */
  | 'gguf.truncated'
  /** The header goes on beyond the bytes that are read of any file, or asks to hold more text than is held. */
  | 'gguf.too_large'
  /** More entries, tensors or values than any real file has. */
  | 'gguf.too_many'
  | 'gguf.text_too_long'
  | 'gguf.unknown_value_type'
  | 'gguf.nested_too_deep'
  | 'gguf.too_many_dimensions'
  /** A tensor, or all together, with more elements than can be counted. */
  | 'gguf.too_many_elements'
  | 'gguf.duplicate_key'
  | 'gguf.duplicate_tensor'
  /** `general.alignment` is no power of two. */
  | 'gguf.invalid_alignment'

/** A header that cannot be read, or lies. */
export class GgufError extends Error {
  override readonly name = 'GgufError'
  readonly code: GgufErrorCode

  constructor(code: GgufErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
