/** A server that answers for models of this hub. The owner describes it (docs/operate/inference.md). */
export interface Upstream {
  /** Chosen by the owner; first segment of its own addresses here. */
  readonly name: string
  /** `openai` for any server that speaks OpenAI's protocol, `hf-inference` for one that has `/models/{id}`, or the key of a hosted provider. */
  readonly kind: string
  /** Without a trailing slash. Not for callers to see. */
  readonly url: string
  /** Value of the `Authorization` header; a function, so that no log prints it by accident. */
  authorization(): string | null
  /** Of its own protocol; sent with each call. */
  readonly headers: Readonly<Record<string, string>>
  /** Below {@link url}, by what is asked; absent when it has no such route. `{model}` stands for its id of the model. */
  readonly paths: Readonly<Partial<Record<'chat' | 'completion' | 'embedding', string>>>
  readonly models: readonly UpstreamModel[]
  readonly timeouts: UpstreamTimeouts
  /** Between two looks at whether it is there; `null` for never. */
  readonly probeMs: number | null
  /** Whether streams are asked for token counts; some servers refuse the parameter. */
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
  /** From the connection to the first byte of the answer's body. */
  readonly firstByte: number
  /** Between two pieces of an answer. */
  readonly idle: number
}

/** Name of the engine of this hub among the upstreams. */
export const localName = 'local'
/** What clients of the field call a provider that runs a model as it stands on the hub. */
export const localProvider = 'hf-inference'
