/** What a model needs to run, all in bytes. */
export interface MemoryEstimate {
  readonly weights: number
  /** Keys and values of the context; 0 for models without one. */
  readonly cache: number
  /** Buffers of the runtime. */
  readonly overhead: number
  readonly total: number
  /** False when the shape of the layers was guessed from the number of parameters. */
  readonly isShapeKnown: boolean
}

/** Layers of a transformer, as its configuration gives them. */
export interface LayerShape {
  readonly layers: number
  /** Heads that keep keys and values. */
  readonly cacheHeads: number
  /** Values per head. */
  readonly headSize: number
}

export interface MemoryQuestion {
  /** Size of the weights in memory, in bytes: that of the file for GGUF, else {@link weightBytes}. */
  readonly weights: number
  /** Parameters; with them and without a shape, the layers are guessed. */
  readonly parameters?: number | null
  /** Tokens kept in the context; left out for models that keep none (classifiers, picture models, embeddings). */
  readonly context?: number
  readonly shape?: LayerShape | null
  /** Bytes per value of the cache: 2 for 16 bits. */
  readonly cacheBytes?: number
}

const gibi = 2 ** 30

/**
 * The memory that running a model takes.
 *
 * - weights: as given
 * - cache: 2 (keys and values) × layers × heads that keep them × size of a head × context × bytes per value
 * - overhead: 0.4 GiB and 5 % of the weights, for buffers of the runtime
 *
 * Without a shape the layers come from the number of parameters P, by the proportions of the usual decoder: P = 12 · layers · width²,
 * width = 128 · layers, a quarter of the heads keep keys and values. That gives 33 layers and 0.14 MB a token for 7 billion parameters, where
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

/** Bits of a parameter by the name that safetensors files give its type. */
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

/**
 * Size of weights in bytes, from parameters by data type as the metadata of safetensors files counts them. Types that are not known count as 16 bits.
 */
export function weightBytes(parameters: Readonly<Record<string, number>>): number {
  let bits = 0
  for (const [type, count] of Object.entries(parameters)) bits += count * (Object.hasOwn(typeBits, type) ? (typeBits[type] ?? 16) : 16)
  return bits / 8
}

/** Where a model would run: memory in gigabytes as makers count it (2³⁰ bytes). */
export interface Machine {
  readonly memory: number
  /** `shared`: the memory of a computer whose graphics use the main memory. */
  readonly kind: 'gpu' | 'cpu' | 'shared'
}

/**
 * The part of a machine's memory that a model can have: a graphics card keeps little for itself; systems with shared memory let graphics have
 * three quarters of it; beside a model on the processor the system and its programs need room.
 */
const usable = { gpu: 0.95, shared: 0.75, cpu: 0.8 } as const

export type Fit = 'fits' | 'tight' | 'too-large'

/** Whether an estimate fits: `tight` from nine tenths of what can be used, where a longer context or a second program is one too many. */
export function fitOf(estimate: Pick<MemoryEstimate, 'total'>, machine: Machine): Fit {
  const room = machine.memory * gibi * usable[machine.kind]
  return estimate.total <= room * 0.9 ? 'fits' : estimate.total <= room ? 'tight' : 'too-large'
}
