/** A server that serves models of this hub. The owner configures it (docs/operate/inference.md). */
export interface Upstream {
  /** Chosen by the owner; first path segment of its routes here. */
  readonly name: string
  /** `openai` for any server that speaks OpenAI's protocol, `hf-inference` for one that has `/models/{id}`, or the key of a hosted provider. */
  readonly kind: string
  /** Without a trailing slash. Not exposed to callers. */
  readonly url: string
  /** Value of the `Authorization` header; a function, so that it is not logged by accident. */
  authorization(): string | null
  /** Provider-specific headers, sent with each call. */
  readonly headers: Readonly<Record<string, string>>
  /** Paths below {@link url}, by task; absent when there is no such route. `{model}` is replaced by the upstream's id of the model. */
  readonly paths: Readonly<Partial<Record<'chat' | 'completion' | 'embedding', string>>>
  readonly models: readonly UpstreamModel[]
  readonly timeouts: UpstreamTimeouts
  /** Time between two health checks; `null` for none. */
  readonly probeMs: number | null
  /** Whether to request token counts in streams; some servers reject the parameter. */
  readonly streamUsage: boolean
}

export interface UpstreamModel {
  /** `owner/name` in this hub. */
  readonly id: string
  readonly upstreamId: string
  /** A pipeline tag, or `conversational`. */
  readonly task: string
  readonly adapter: { readonly type: 'lora'; readonly weightsPath: string | null } | null
  /** Tokens. */
  readonly contextLength: number | null
  /** In the owner's currency, per million tokens. */
  readonly price: { readonly input: number; readonly output: number } | null
}

/** Milliseconds. */
export interface UpstreamTimeouts {
  readonly connect: number
  /** From connecting to the first byte of the response body. */
  readonly firstByte: number
  /** Between two pieces of a response. */
  readonly idle: number
}

/** Name of this hub's engine among the upstreams. */
export const localName = 'local'
/** Clients' usual name for a provider that runs a model exactly as it is on the hub. */
export const localProvider = 'hf-inference'
