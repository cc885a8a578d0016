/** Number formats of ONNX weights, by the file suffix that the in-browser runtime uses (transformers.js, `utils/dtypes.js`). */
const formatOfEnding = {
  '': 'fp32',
  _fp16: 'fp16',
  _int8: 'int8',
  _uint8: 'uint8',
  _quantized: 'q8',
  _q4: 'q4',
  _q4f16: 'q4f16',
  _bnb4: 'bnb4',
  _q2: 'q2',
  _q2f16: 'q2f16',
  _q1: 'q1',
  _q1f16: 'q1f16',
} as const

export type WeightFormat = (typeof formatOfEnding)[keyof typeof formatOfEnding]

/** One file of weights in one number format, including its external data. */
export interface WeightFile {
  readonly format: WeightFormat
  /** Size of the file and its external data. */
  readonly bytes: number
  /** External data files that belong to it. */
  readonly dataFiles: number
}

/** The weights of a model that the in-browser runtime can load, by part: `model`, or `encoder_model` and `decoder_model_merged`. */
export type BrowserWeights = Readonly<Record<string, readonly WeightFile[]>>

const onnxFile = /^onnx\/([\w.-]+?)(_fp16|_int8|_uint8|_quantized|_q4|_q4f16|_bnb4|_q2|_q2f16|_q1|_q1f16)?\.onnx$/

/** Finds the weights among the files of a repo. Smallest format first. */
export function browserWeights(files: readonly { readonly path: string; readonly size: number }[]): BrowserWeights {
  const parts: Record<string, WeightFile[]> = Object.create(null) as Record<string, WeightFile[]>
  for (const { path, size } of files) {
    const [, part, ending = ''] = onnxFile.exec(path) ?? []
    if (part === undefined || part === '__proto__') continue
    const data = files.filter((other) => other.path.startsWith(`${path}_data`) && /^_data(_\d+)?$/.test(other.path.slice(path.length)))
    const format = formatOfEnding[ending as keyof typeof formatOfEnding]
    const bytes = data.reduce((sum, each) => sum + each.size, size)
    ;(parts[part] ??= []).push({ format, bytes, dataFiles: data.length })
  }
  for (const list of Object.values(parts)) list.sort((a, b) => a.bytes - b.bytes)
  return parts
}

export type BrowserDevice = 'webgpu' | 'wasm'

/*
 * The formats that each device computes well. WebAssembly has no half-precision kernels, and a 4-bit model, though it runs, is slower there than an
 * 8-bit one; WebGPU has no kernels for 8-bit integer convolutions, and half precision is an optional feature of the GPU.
 */
const suits: Record<BrowserDevice, readonly (readonly WeightFormat[])[]> = {
  wasm: [
    ['q8', 'int8', 'uint8', 'fp32'],
    ['q4', 'bnb4'],
    ['fp16', 'q4f16'],
  ],
  webgpu: [
    ['q4', 'fp32'],
    ['q8', 'int8', 'uint8', 'bnb4'],
    ['fp16', 'q4f16'],
  ],
}

/** The smallest file of each part that suits the device; `null` if a part has none. */
export function chooseWeights(weights: BrowserWeights, device: BrowserDevice): Readonly<Record<string, WeightFile>> | null {
  const chosen: Record<string, WeightFile> = {}
  for (const [part, files] of Object.entries(weights)) {
    const file = suits[device].map((formats) => files.find(({ format }) => formats.includes(format))).find((each) => each !== undefined)
    if (file === undefined) return null
    chosen[part] = file
  }
  return chosen
}

/** Parts that the runtime never loads if it has the other one: the merged decoder replaces both. */
const replaced: Readonly<Record<string, string>> = {
  decoder_model: 'decoder_model_merged',
  decoder_with_past_model: 'decoder_model_merged',
}

/** The maximum number of bytes a run loads. Parts replaced by another one do not count. */
export function weightBytes(chosen: Readonly<Record<string, WeightFile>>): number {
  return Object.entries(chosen)
    .filter(([part]) => !((replaced[part] ?? '') in chosen))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0)
}
