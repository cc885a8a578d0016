import type { EngineErrorCode, EngineFile, EngineUsage, Json } from '@portolan/hub'

/** What a worker is asked to do: one thing at a time. */
export interface Job {
  readonly type: 'run'
  readonly job: number
  /** Folder below the models folder. */
  readonly model: string
  readonly pipeline: string
  readonly dtypes: Readonly<Record<string, string>>
  readonly task: string
  readonly inputs: Json | EngineFile
  readonly messages: readonly Json[] | null
  readonly parameters: Readonly<Record<string, Json>>
}

/** From the hub to a worker. */
export type ToWorker = Job | { readonly type: 'abort'; readonly job: number } | { readonly type: 'unload'; readonly model: string }

/** What a job ends with. */
export type Answer =
  | { readonly type: 'result'; readonly value: Json; readonly usage?: EngineUsage; readonly finishReason?: 'stop' | 'length' }
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly contentType: string }

/** From a worker to the hub. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'memory'; readonly bytes: number }
  | { readonly type: 'text'; readonly job: number; readonly text: string }
  | (Answer & { readonly job: number })
  | { readonly type: 'error'; readonly job: number; readonly code: EngineErrorCode; readonly message: string }
