import type { Json } from '../code/index.ts'
import type { Note } from '../library.ts'

export const inferenceLanguages = ['python', 'javascript', 'shell'] as const
export type InferenceLanguage = (typeof inferenceLanguages)[number]

/** In tab order: Python, then JavaScript, then shell. */
export const inferenceClients = {
  python: ['openai', 'huggingface_hub', 'fal_client', 'requests'],
  javascript: ['openai', 'huggingface.js', 'fetch'],
  shell: ['curl'],
} as const satisfies Readonly<Record<InferenceLanguage, readonly string[]>>
export type InferenceClient = (typeof inferenceClients)[InferenceLanguage][number]

/**
 * A file of the reader that a call sends inside a JSON body. Only the request builder creates these: an object of this shape in a caller's input is
 * data.
 */
export class InputFile {
  /** A path, or the URL that the snippet downloads first. */
  readonly file: string
  readonly as: 'base64' | 'data-url'
  readonly contentType: string

  constructor(file: string, as: 'base64' | 'data-url', contentType: string) {
    this.file = file
    this.as = as
    this.contentType = contentType
  }
}

/** JSON whose leaves may be files. */
export type BodyValue = Json | InputFile | readonly BodyValue[] | { readonly [key: string]: BodyValue }

export type RequestBody =
  | { readonly kind: 'json'; readonly value: BodyValue }
  /** The raw bytes of a file. */
  | { readonly kind: 'file'; readonly file: string; readonly contentType: string }
  /** `multipart/form-data` */
  | {
      readonly kind: 'form'
      readonly fields: readonly { readonly name: string; readonly value: string }[]
      readonly files: readonly { readonly name: string; readonly file: string; readonly contentType: string }[]
    }

/** The first request the code sends. A job is then polled until it is done. */
export interface InferenceRequest {
  readonly method: 'POST'
  readonly url: string
  /** Without Authorization, and without the Content-Type of a form, which contains its boundary. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** The Authorization header: `<scheme> <value of the environment variable>`. */
  readonly auth: { readonly scheme: 'Bearer' | 'Key'; readonly env: string }
  readonly body: RequestBody
  readonly streams: boolean
  readonly answer: 'json' | 'bytes' | 'events' | 'job'
}

export interface InferenceOptions {
  readonly streaming?: boolean
  /** The organization to bill. */
  readonly billTo?: string
  /** Call the provider directly, with its own key. */
  readonly directRequest?: boolean
  /** Call this URL, a server of the caller. */
  readonly endpointUrl?: string
  /** Replaces the sample. For tasks that take a file: its path or URL. */
  readonly inputs?: Json
  /** Chat only; replaces the sample. */
  readonly messages?: readonly Json[]
  /** `temperature`, `max_tokens`, `top_p` and any other, as named by the task's API. */
  readonly parameters?: Readonly<Record<string, Json>>
}

/** A hub's record of a model at a provider (`inferenceProviderMapping`). */
export interface InferenceMapping {
  readonly providerId?: string
  readonly hfModelId?: string
  readonly task?: string
  readonly status?: string
  readonly adapter?: string
  readonly adapterWeightsPath?: string
}

export interface InferenceCall {
  /** A provider's key, `auto`, or `portolan`: this hub itself. */
  readonly provider: string
  /** The name that this hub's owner gave to the provider's upstream. Default: the provider's key. */
  readonly upstream?: string
  readonly mapping?: InferenceMapping
  readonly opts?: InferenceOptions
}

export interface InferenceSnippet {
  readonly language: InferenceLanguage
  readonly client: InferenceClient
  readonly title: string
  /** Shell commands to run first; empty when nothing has to be installed. */
  readonly install: string
  /** Ends in a newline. */
  readonly code: string
  readonly notes: readonly Note[]
  /** The files that the code opens, by their names in the code. */
  readonly files: readonly string[]
  readonly request: InferenceRequest
}

export const inferenceReasonCodes = [
  'task-missing',
  'task-unknown',
  'no-endpoint',
  'no-client',
  'provider-unknown',
  'provider-task',
  'provider-own-key',
  'provider-not-here',
  'provider-model',
  'direct-without-provider',
  'endpoint-with-provider',
  'endpoint-invalid',
  'model-id-invalid',
  'input-invalid',
  'option-invalid',
] as const

/** Why there is no snippet. The codes are stable. */
export interface InferenceReason {
  readonly code: (typeof inferenceReasonCodes)[number]
  readonly text: string
}

export type InferenceAnswer = { readonly snippets: readonly InferenceSnippet[] } | { readonly reason: InferenceReason }
