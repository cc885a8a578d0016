/*
 * Where we read a file differently from `@huggingface/gguf` 0.4.6, and why. Reviewed by hand: the comparison fails for a difference that is not
 * listed, and for an entry that is no longer a difference.
 */

/** File names whose quantization we read differently. */
export const labelDifferences: readonly {
  readonly path: string
  readonly theirs: string | null
  readonly ours: string | null
  readonly why: string
}[] = [
  { path: 'm-Q4_0_4_4.gguf', theirs: 'Q4_0', ours: 'Q4_0_4_4', why: 'The longer name is tried first: a file of this layout is no Q4_0.' },
  { path: 'm-Q4_0_4_8.gguf', theirs: 'Q4_0', ours: 'Q4_0_4_8', why: 'As Q4_0_4_4.' },
  { path: 'm-Q4_0_8_8.gguf', theirs: 'Q4_0', ours: 'Q4_0_8_8', why: 'As Q4_0_4_4.' },
  { path: 'm-Q4_1_SOME_F16.gguf', theirs: 'F16', ours: 'Q4_1_SOME_F16', why: 'One name, read whole.' },
  { path: 'm-fp16.gguf', theirs: null, ours: 'F16', why: 'Another spelling of the same.' },
  { path: 'm-fp32.gguf', theirs: null, ours: 'F32', why: 'Another spelling of the same.' },
  { path: 'm-Q3_K.gguf', theirs: null, ours: 'Q3_K', why: 'llama.cpp takes it for Q3_K_M.' },
  { path: 'm-Q4_K.gguf', theirs: null, ours: 'Q4_K', why: 'llama.cpp takes it for Q4_K_M.' },
  { path: 'm-Q5_K.gguf', theirs: null, ours: 'Q5_K', why: 'llama.cpp takes it for Q5_K_M.' },
  { path: 'm-Q1_0_g128.gguf', theirs: 'Q1_0_G', ours: 'Q1_0', why: 'A size ends where the word ends; g128 is a group size.' },
  { path: 'm-Q4_K_S_Q6_K.gguf', theirs: 'Q4_K_S_Q', ours: 'Q6_K', why: 'Two names: the Q belongs to the second, and the last one wins.' },
  { path: 'm-Q4_K_M_EN.gguf', theirs: 'Q4_K_M_EN', ours: 'Q4_K_M', why: 'Only sizes are size variations.' },
  { path: 'LF16-chat.gguf', theirs: 'F16', ours: null, why: 'A name starts where a word starts.' },
  { path: 'm-Q4_0b.gguf', theirs: 'Q4_0', ours: null, why: 'A name ends where a word ends.' },
]

/** Headers that only one of the two reads. Outcomes: `read`, or that an error is thrown. */
export const headerDifferences: readonly {
  readonly name: string
  readonly theirs: 'read' | 'error'
  readonly ours: string
  readonly why: string
}[] = [
  {
    name: 'the same key twice',
    theirs: 'read',
    ours: 'gguf.duplicate_key',
    why: 'ggml refuses such a file; two readers that pick one of the values may pick different ones.',
  },
  { name: 'the same tensor twice', theirs: 'read', ours: 'gguf.duplicate_tensor', why: 'ggml refuses such a file.' },
  {
    name: 'cut inside its first text',
    theirs: 'read',
    ours: 'gguf.truncated',
    why: 'They read the zeros of their own buffer beyond the end of the file.',
  },
  { name: 'a key beyond its own file', theirs: 'read', ours: 'gguf.truncated', why: 'As above: the text is made shorter without a word.' },
  {
    name: 'an alignment of 3',
    theirs: 'read',
    ours: 'gguf.invalid_alignment',
    why: 'ggml takes powers of two only; their rounding is wrong for others.',
  },
  {
    name: 'thirty thousand entries',
    theirs: 'read',
    ours: 'gguf.too_many',
    why: 'Published models have dozens; each entry costs memory whatever it holds.',
  },
  {
    name: 'a vocabulary of two million',
    theirs: 'error',
    ours: 'read',
    why: 'We hold only the beginning of an array, so that its length is no reason to refuse it.',
  },
]
