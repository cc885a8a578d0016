import type { BrowserDevice, BrowserWeights } from '@portolan/tasks'

/** Message to the worker: one run of one model, which is loaded first and kept for the next run. */
export interface RunQuestion {
  /** `owner/name`. */
  readonly model: string
  readonly commit: string
  /** Base URL of the files: this hub, ending with a slash. */
  readonly host: string
  readonly task: string
  readonly weights: BrowserWeights
  readonly inputs: RunInputs
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The inputs of a task, by widget field. */
export interface RunInputs {
  readonly text?: string
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
  readonly question?: string
  readonly context?: string
  readonly sourceSentence?: string
  readonly sentences?: readonly string[]
  readonly labels?: readonly string[]
  /** An image that a worker can decode: no SVG. */
  readonly image?: Blob
  /** Mono samples between -1 and 1, with the sample rate. */
  readonly sound?: { readonly samples: Float32Array; readonly rate: number }
}

/** Messages from the worker, in order; the last one is `result`, `error` or `rate`. */
export type RunEvent =
  | { readonly type: 'device'; readonly device: BrowserDevice }
  | { readonly type: 'file'; readonly path: string; readonly loaded: number; readonly total: number | null }
  | { readonly type: 'loaded' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'result'; readonly value: unknown; readonly milliseconds: number }
  /** The model expects audio at another sample rate: decode it at this rate and run again. */
  | { readonly type: 'rate'; readonly rate: number }
  | { readonly type: 'error'; readonly message: string }
