import type { EngineErrorCode, EngineFile, EngineUsage, Json } from '@portolan/hub'

/** A request to a worker: one at a time. */
export interface Job {
  readonly type: 'run'
  readonly job: number
  /** Folder under the models folder. */
  readonly model: string
  readonly pipeline: string
  readonly dtypes: Readonly<Record<string, string>>
  readonly task: string
  readonly inputs: Json | EngineFile
  readonly messages: readonly Json[] | null
  readonly parameters: Readonly<Record<string, Json>>
}

/** Messages from the hub to a worker. */
export type ToWorker = Job | { readonly type: 'abort'; readonly job: number } | { readonly type: 'unload'; readonly model: string }

/** The result of a job. */
export type Answer =
  | { readonly type: 'result'; readonly value: Json; readonly usage?: EngineUsage; readonly finishReason?: 'stop' | 'length' }
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly contentType: string }

/** Messages from a worker to the hub. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'memory'; readonly bytes: number }
  | { readonly type: 'text'; readonly job: number; readonly text: string }
  | (Answer & { readonly job: number })
  | { readonly type: 'error'; readonly job: number; readonly code: EngineErrorCode; readonly message: string }
