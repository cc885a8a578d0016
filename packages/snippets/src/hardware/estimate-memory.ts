/** The memory a model needs to run, all in bytes. */
export interface MemoryEstimate {
  readonly weights: number
  /** The context's keys and values; 0 for models without one. */
  readonly cache: number
  /** Runtime buffers. */
  readonly overhead: number
  readonly total: number
  /** False when the shape of the layers was guessed from the number of parameters. */
  readonly isShapeKnown: boolean
}

/** Layers of a transformer, from its configuration. */
export interface LayerShape {
  readonly layers: number
  /** Key-value heads. */
  readonly cacheHeads: number
  /** Values per head. */
  readonly headSize: number
}

export interface MemoryQuestion {
  /** Size of the weights in memory, in bytes: the file size for GGUF, otherwise {@link weightBytes}. */
  readonly weights: number
  /** Number of parameters; if given without a shape, the layers are guessed from it. */
  readonly parameters?: number | null
  /** Tokens kept in the context; omitted for models that keep none (classifiers, image models, embeddings). */
  readonly context?: number
  readonly shape?: LayerShape | null
  /** Bytes per value of the cache: 2 for 16 bits. */
  readonly cacheBytes?: number
}

const gibi = 2 ** 30

/**
 * The memory needed to run a model.
 *
 * - weights: as given
 * - cache: 2 (keys and values) × layers × key-value heads × head size × context × bytes per value
 * - overhead: 0.4 GiB and 5 % of the weights, for runtime buffers
 *
 * Without a shape, the layers are derived from the number of parameters P, using the proportions of a typical decoder: P = 12 · layers · width²,
 * width = 128 · layers, and a quarter of the heads are key-value heads. That gives 33 layers and 0.14 MB per token for 7 billion parameters, where
 * models of that size have 28 to 36 layers and 0.06 (Qwen 2.5) to 0.13 MB (Llama 3).
 * @see docs/hardware-fit.md
 */
export function estimateMemory(question: MemoryQuestion): MemoryEstimate {
  const { weights, context = 0, cacheBytes = 2 } = question
  const shape = question.shape ?? guessShape(question.parameters ?? 0)
  const cache = context > 0 ? 2 * shape.layers * shape.cacheHeads * shape.headSize * context * cacheBytes : 0
  const overhead = 0.4 * gibi + 0.05 * weights
  return { weights, cache, overhead, total: weights + cache + overhead, isShapeKnown: context <= 0 || (question.shape ?? null) !== null }
}

function guessShape(parameters: number): LayerShape {
  const layers = Math.cbrt(parameters / (12 * 128 * 128))
  const headSize = 128
  return { layers, cacheHeads: layers / 4, headSize }
}

/** Bits per parameter, by the type name in safetensors files. */
const typeBits: Readonly<Record<string, number>> = {
  F64: 64,
  I64: 64,
  U64: 64,
  F32: 32,
  I32: 32,
  U32: 32,
  F16: 16,
  BF16: 16,
  I16: 16,
  U16: 16,
  F8_E4M3: 8,
  F8_E5M2: 8,
  F8_E8M0: 8,
  I8: 8,
  U8: 8,
  BOOL: 8,
  F6_E3M2: 6,
  F6_E2M3: 6,
  F4: 4,
}

/** Size of weights in bytes, from parameters by data type as counted by the safetensors metadata. Unknown types count as 16 bits. */
export function weightBytes(parameters: Readonly<Record<string, number>>): number {
  let bits = 0
  for (const [type, count] of Object.entries(parameters)) bits += count * (Object.hasOwn(typeBits, type) ? (typeBits[type] ?? 16) : 16)
  return bits / 8
}

/** A machine to run a model on: memory in gigabytes as manufacturers count it (2³⁰ bytes). */
export interface Machine {
  readonly memory: number
  /** `shared`: the memory of a computer whose graphics use the main memory. */
  readonly kind: 'gpu' | 'cpu' | 'shared'
}

/**
 * The share of a machine's memory available to a model: a graphics card reserves little for itself; systems with shared memory allow graphics three
 * quarters of it; on a CPU, the system and its programs need memory too.
 */
const usable = { gpu: 0.95, shared: 0.75, cpu: 0.8 } as const

export type Fit = 'fits' | 'tight' | 'too-large'

/** Whether an estimate fits: `tight` from nine tenths of the usable memory, where a longer context or a second program would no longer fit. */
export function fitOf(estimate: Pick<MemoryEstimate, 'total'>, machine: Machine): Fit {
  const room = machine.memory * gibi * usable[machine.kind]
  return estimate.total <= room * 0.9 ? 'fits' : estimate.total <= room ? 'tight' : 'too-large'
}
