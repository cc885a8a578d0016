import type { RepoUid } from '../../uid.ts'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A job for a {@link LocalEngine}. */
export interface EngineRequest {
  readonly repoUid: RepoUid
  /** `owner/name`. */
  readonly id: string
  /** The commit whose files are run. */
  readonly commit: string
  /** A pipeline tag, or `conversational` for chat. */
  readonly task: string
  /** The body's `inputs`, or the body itself when it is a picture or a sound. `null` for chat. */
  readonly inputs: Json | EngineFile
  /** The messages of a chat, as in OpenAI's `messages`. */
  readonly messages?: readonly Json[]
  /** Named as in the hub client: `max_new_tokens`, `temperature`, `candidate_labels`. Also used for chat. */
  readonly parameters: Readonly<Record<string, Json>>
}

/** A picture or a sound. */
export interface EngineFile {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}

/** Input and output tokens. */
export interface EngineUsage {
  readonly promptTokens: number
  readonly completionTokens: number
}

/** Events of a run, in order: any number of texts, then one result or file. */
export type EngineEvent =
  /** A piece of generated text, as soon as it is available. */
  | { readonly type: 'text'; readonly text: string }
  /** The result, as `POST /hf-inference/models/{id}` returns it for the task; for chat and text generation, the full text as `{ generated_text }`. */
  | { readonly type: 'result'; readonly value: Json; readonly usage?: EngineUsage; readonly finishReason?: 'stop' | 'length' }
  /** A sound, a picture, a mask. */
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly contentType: string }

/** Input of {@link LocalEngine.refuses}. */
export interface EngineModel {
  /** `owner/name`. */
  readonly id: string
  readonly task: string | null
  readonly library: string | null
  /** `model_type` of its configuration. */
  readonly modelType: string | null
  /** Paths on the default branch. */
  readonly files: readonly string[]
}

/** A model loaded in a worker. */
export interface LoadedModel {
  readonly id: string
  readonly commit: string
  readonly megabytes: number
  readonly idleSeconds: number
}

/** Runs models of this hub on this machine. Provided by the server, if installed. */
export interface LocalEngine extends AsyncDisposable {
  /** Why the engine cannot run at all (if not installed, with the command that installs it), or `null`. */
  readonly unavailable: string | null
  /** Why this model cannot run here (task, files, size), or `null`. Fast: listings call it for each of their models. */
  refuses(model: EngineModel): string | null
  /**
   * Ends with one `result` or `file`. Aborting the signal, or leaving the loop early, stops the job.
   * @throws {EngineError} with a stable code
   */
  run(request: EngineRequest, signal: AbortSignal): AsyncIterable<EngineEvent>
  status(): { readonly loaded: readonly LoadedModel[] }
}

/** Why an engine failed to respond. */
export const engineErrorCodes = {
  'engine.unavailable': 'The local engine is not installed.',
  'engine.unsupported': 'The local engine cannot run this model.',
  'engine.invalid_input': 'The input is not valid for this task.',
  'engine.busy': 'The local engine is busy. Try again later.',
  'engine.timeout': 'The model timed out.',
  'engine.out_of_memory': 'The model exceeded the memory limit.',
  'engine.crashed': 'The worker that ran the model crashed.',
} as const

/** One of the codes of {@link engineErrorCodes}. */
export type EngineErrorCode = keyof typeof engineErrorCodes

/** Thrown by {@link LocalEngine.run}. The message is shown to callers: a sentence, no local paths. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string = engineErrorCodes[code], options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
