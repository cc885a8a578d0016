import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The parts of transformers.js used here. Its own types are only available where it is installed. */
export interface Runtime {
  readonly env: Record<string, unknown>
  readonly pipeline: (task: string, model: string, options: Record<string, unknown>) => Promise<Pipeline>
  readonly RawImage: RawImageClass
  readonly Tensor: new (type: string, data: Float32Array, dims: number[]) => Tensor
  readonly InterruptableStoppingCriteria: new () => StoppingCriteria
  readonly random?: { seed(value: number): void }
}

export interface Pipeline {
  (...inputs: unknown[]): Promise<unknown>
  readonly task: string
  readonly model: Model
  readonly tokenizer?: Tokenizer
  readonly processor?: { readonly feature_extractor?: { readonly config?: { readonly sampling_rate?: number } } }
  dispose(): Promise<unknown>
}

export interface Model {
  readonly config: Readonly<Record<string, unknown>>
  readonly generation_config?: Readonly<Record<string, unknown>> | null
  generate(options: Record<string, unknown>): Promise<Tensor>
}

export interface Tokenizer {
  (text: string, options?: Record<string, unknown>): { readonly input_ids: Tensor; readonly attention_mask: Tensor }
  readonly chat_template?: unknown
  readonly add_bos_token?: boolean
  readonly add_eos_token?: boolean
  readonly all_special_ids?: readonly number[]
  apply_chat_template(messages: readonly unknown[], options: Record<string, unknown>): string
  decode(ids: readonly (number | bigint)[], options?: Record<string, unknown>): string
}

export interface Tensor {
  readonly data: ArrayLike<number | bigint>
  readonly dims: readonly number[]
  tolist(): unknown
}

/** Called after each token; returns for each sequence whether it ends. */
export interface StoppingCriteria {
  readonly interrupted: boolean
  interrupt(): void
}

export interface RawImage {
  readonly width: number
  readonly height: number
  toSharp(): { png(): { toBuffer(): Promise<Buffer> } }
}

interface RawImageClass {
  fromBlob(blob: Blob): Promise<RawImage>
}

/** An image processor; only its type matters. */
export type Sharp = (bytes: Uint8Array) => { metadata(): Promise<{ format?: string; width?: number; height?: number; pages?: number }> }

/** Loads the library and locks it down: models come from one folder, nothing is fetched, nothing is written. */
export async function loadRuntime(entry: string, modelsFolder: string): Promise<Runtime> {
  const runtime = (await import(pathToFileURL(entry).href)) as Runtime
  Object.assign(runtime.env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    localModelPath: `${modelsFolder}/`,
    useFSCache: false,
    useWasmCache: false,
    useBrowserCache: false,
    useCustomCache: false,
    cacheDir: null,
    fetch: () => Promise.reject(new Error('Network access is disabled')),
    logLevel: 50,
  })
  return runtime
}

/** Another package of the runtime folder. */
export function fromRuntime(entry: string): NodeJS.Require {
  return createRequire(join(dirname(entry), 'index.js'))
}
