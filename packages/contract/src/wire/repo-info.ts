/**
 * What the API says of a repo, in listings and on its own (hub API, sections 2.1 to 2.4). Clients tell an absent field from `null`:
 * fields without a value are left out. Every timestamp is ISO 8601 and ends in `Z`.
 */
export interface WireRepo {
  /** 24 hex digits; JavaScript's client calls it `id`. */
  readonly _id: string
  /** `owner/name`. */
  readonly id: string
  readonly author: string
  /** Commit of the revision asked for. */
  readonly sha: string | undefined
  readonly lastModified: string
  readonly createdAt: string
  readonly private: boolean
  /** Never `true`. */
  readonly gated: false | 'auto' | 'manual'
  readonly disabled: boolean
  /** Of the last 30 days. */
  readonly downloads: number
  readonly downloadsAllTime: number
  readonly likes: number
  readonly trendingScore: number
  readonly tags: readonly string[]
  /** Front matter of README.md. */
  readonly cardData: Readonly<Record<string, unknown>> | undefined
  readonly siblings: readonly WireSibling[] | undefined
  /** Bytes. */
  readonly usedStorage: number
  /** False as long as the hub has no Xet: clients of 0.30 to 0.35 ask. */
  readonly xetEnabled: boolean
  readonly gitalyUid: string
}

export interface WireModel extends WireRepo {
  readonly modelId: string
  readonly pipeline_tag: string | undefined
  readonly library_name: string | undefined
  readonly mask_token: string | undefined
  readonly widgetData: readonly unknown[] | undefined
  readonly 'model-index': readonly unknown[] | undefined
  readonly config: Readonly<Record<string, unknown>> | undefined
  /** Any other key makes Python's client fail. */
  readonly transformersInfo: { auto_model: string; custom_class?: string; pipeline_tag?: string; processor?: string } | undefined
  readonly safetensors: { parameters: Record<string, number>; total: number } | undefined
  readonly gguf: Readonly<Record<string, unknown>> | undefined
  readonly baseModels: { relation: string; models: readonly { id: string }[] } | undefined
  /** `warm` when something here answers for the model. */
  readonly inference: 'warm' | undefined
  /** What answers for the model, by provider in an info, as a list in a listing. Only sent when asked for. */
  readonly inferenceProviderMapping: Readonly<Record<string, WireProviderMapping>> | readonly WireProviderMapping[] | undefined
  /** Ids of Spaces that use the model. */
  readonly spaces: readonly string[]
}

/** How one provider serves a model; Python's client fails without the first three. */
export interface WireProviderMapping {
  readonly providerId: string
  readonly status: 'live' | 'error'
  /** Chat models are `conversational`. */
  readonly task: string
  /** In listings. */
  readonly provider?: string
  readonly adapter?: 'lora'
  readonly adapterWeightsPath?: string
  /** Milliseconds and tokens per second, once measured. */
  readonly performance?: { readonly firstTokenLatencyMs?: number; readonly tokensPerSecond?: number }
  /** Per million tokens. */
  readonly pricing?: { readonly input: number; readonly output: number }
  readonly contextLength?: number
}

export interface WireDataset extends WireRepo {
  /** Plain text. */
  readonly description: string | undefined
  /** Bytes of the main branch. */
  readonly mainSize: number
}

export interface WireSpace extends WireRepo {
  readonly sdk: string | undefined
  /** Lower case, unique: the name before the dot where Spaces have origins of their own. */
  readonly subdomain: string | undefined
  /** The app's own address. */
  readonly host: string | undefined
  readonly models: readonly string[]
  readonly datasets: readonly string[]
  readonly runtime: WireSpaceRuntime
}

export interface WireSpaceRuntime {
  readonly stage: 'RUNNING' | 'PAUSED' | 'NO_APP_FILE'
  /** An object in every case: Python's client reads into it. */
  readonly hardware: { readonly current: string | null; readonly requested: string | null }
  readonly storage: string | null
  readonly gcTimeout: number | null
  readonly replicas: { readonly current: number; readonly requested: number }
  readonly sha: string | null
}

/** A file of a repo; sizes and ids only when asked for. */
export interface WireSibling {
  readonly rfilename: string
  readonly size?: number
  /** Git's id of the blob or of the large file's pointer. */
  readonly blobId?: string
  /** The key is `sha256` here and `oid` in trees. */
  readonly lfs?: { readonly size: number; readonly sha256: string; readonly pointerSize: number }
}
