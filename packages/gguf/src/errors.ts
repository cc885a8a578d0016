/** Everything that can be wrong with a header. Codes are stable; messages are for people. */
export type GgufErrorCode =
  /** The file does not start with the four magic letters. */
  | 'gguf.not_gguf'
  | 'gguf.unsupported_version'
  /** The file ends before its header does. */
  | 'gguf.truncated'
  /** The header extends beyond the bytes read of any file, or has more text than is kept. */
  | 'gguf.too_large'
  /** More entries, tensors or values than any real file has. */
  | 'gguf.too_many'
  | 'gguf.text_too_long'
  | 'gguf.unknown_value_type'
  | 'gguf.nested_too_deep'
  | 'gguf.too_many_dimensions'
  /** A tensor, or all together, with more elements than can be counted exactly. */
  | 'gguf.too_many_elements'
  | 'gguf.duplicate_key'
  | 'gguf.duplicate_tensor'
  /** `general.alignment` is not a power of two. */
  | 'gguf.invalid_alignment'

/** A header that cannot be read, or is inconsistent. */
export class GgufError extends Error {
  override readonly name = 'GgufError'
  readonly code: GgufErrorCode

  constructor(code: GgufErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
