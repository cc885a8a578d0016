import { type FileType, fileTypes } from '../file-types.ts'
import { mainTensorTypes } from '../nominal-bits.ts'
import { type WriteGguf, writeGguf } from './write-gguf.ts'

/** Shape of the tiny model: small, and made of whole blocks of every tensor type. */
const width = 256
const layers = 2
const vocabulary = 32

/** Number of weights in the tiny model, whatever their type. */
export const tinyModelParameters = vocabulary * width * 2 + layers * (4 * width * width + width) + width

/** A valid GGUF file of a tiny Llama whose matrices have the usual type for the file type. All weights are zero: it loads but generates nothing. */
export function tinyModel(type: FileType, more: Pick<WriteGguf, 'version' | 'littleEndian' | 'metadata'> = {}): Uint8Array<ArrayBuffer> {
  return writeGguf({
    ...more,
    metadata: {
      'general.architecture': 'llama',
      'general.name': 'Tiny',
      'general.file_type': fileTypes[type],
      'llama.context_length': 2048,
      'llama.embedding_length': width,
      'llama.block_count': layers,
      'llama.feed_forward_length': width,
      'llama.attention.head_count': 4,
      'llama.attention.head_count_kv': 2,
      'tokenizer.ggml.model': 'llama',
      'tokenizer.ggml.tokens': { type: 'array', of: 'string', values: Array.from({ length: vocabulary }, (_, i) => `<${i}>`) },
      ...more.metadata,
    },
    tensors: tinyTensors(type),
  })
}

/** The tiny model split into `count` files, the metadata in the first (llama.cpp, tools/gguf-split). */
export function tinyShards(type: FileType, count: number): Uint8Array<ArrayBuffer>[] {
  const tensors = tinyTensors(type)
  const each = Math.ceil(tensors.length / count)
  return Array.from({ length: count }, (_, i) =>
    writeGguf({
      metadata: {
        ...(i === 0 ? { 'general.architecture': 'llama', 'general.file_type': fileTypes[type], 'llama.context_length': 2048 } : {}),
        'split.no': { type: 'uint16', value: i },
        'split.count': { type: 'uint16', value: count },
        'split.tensors.count': { type: 'int32', value: tensors.length },
      },
      tensors: tensors.slice(i * each, (i + 1) * each),
    }),
  )
}

function tinyTensors(fileType: FileType): NonNullable<WriteGguf['tensors']> {
  const type = mainTensorTypes[fileType] ?? 'F16'
  const matrix = (name: string, rows: number) => ({ name, type, shape: [width, rows] })
  const norm = (name: string) => ({ name, type: 'F32' as const, shape: [width] })
  return [
    matrix('token_embd.weight', vocabulary),
    ...Array.from({ length: layers }, (_, i) => [
      norm(`blk.${i}.attn_norm.weight`),
      ...['attn_q', 'attn_output', 'ffn_up', 'ffn_down'].map((part) => matrix(`blk.${i}.${part}.weight`, width)),
    ]).flat(),
    norm('output_norm.weight'),
    matrix('output.weight', vocabulary),
  ]
}
