import type { BrowserDevice, BrowserWeights } from '@portolan/tasks'

/** What the page asks the worker: one run of one model, which is loaded first and kept for the next run. */
export interface RunQuestion {
  /** `owner/name`. */
  readonly model: string
  readonly commit: string
  /** Where the files are: this hub, with a slash at the end. */
  readonly host: string
  readonly task: string
  readonly weights: BrowserWeights
  readonly inputs: RunInputs
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The inputs of a task, in the fields that its widget has. */
export interface RunInputs {
  readonly text?: string
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
  readonly question?: string
  readonly context?: string
  readonly sourceSentence?: string
  readonly sentences?: readonly string[]
  readonly labels?: readonly string[]
  /** A picture that the browser can decode off the page: no SVG. */
  readonly image?: Blob
  /** Samples between -1 and 1, one channel, with the samples per second. */
  readonly sound?: { readonly samples: Float32Array; readonly rate: number }
}

/** What the worker tells, in order; it ends with `result`, `error` or `rate`. */
export type RunEvent =
  | { readonly type: 'device'; readonly device: BrowserDevice }
  | { readonly type: 'file'; readonly path: string; readonly loaded: number; readonly total: number | null }
  | { readonly type: 'loaded' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'result'; readonly value: unknown; readonly milliseconds: number }
  /** The model hears sound at another rate: decode it so and ask again. */
  | { readonly type: 'rate'; readonly rate: number }
  | { readonly type: 'error'; readonly message: string }
