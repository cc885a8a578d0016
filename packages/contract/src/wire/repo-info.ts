/**
 * What the API returns for a repo, in listings and on its own. Clients distinguish a missing field from `null`:
 * fields without a value are left out. Every timestamp is ISO 8601 and ends in `Z`.
 */
export interface WireRepo {
  /** 24 hex digits; the JavaScript client calls it `id`. */
  readonly _id: string
  /** `owner/name`. */
  readonly id: string
  readonly author: string
  /** Commit of the requested revision. */
  readonly sha: string | undefined
  readonly lastModified: string
  readonly createdAt: string
  readonly private: boolean
  /** Never `true`. */
  readonly gated: false | 'auto' | 'manual'
  readonly disabled: boolean
  /** In the last 30 days. */
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
  /** False while the hub has no Xet: clients from 0.30 to 0.35 check it. */
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
  /** Any other key makes the Python client fail. */
  readonly transformersInfo: { auto_model: string; custom_class?: string; pipeline_tag?: string; processor?: string } | undefined
  readonly safetensors: { parameters: Record<string, number>; total: number } | undefined
  readonly gguf: Readonly<Record<string, unknown>> | undefined
  readonly baseModels: { relation: string; models: readonly { id: string }[] } | undefined
  /** `warm` if a provider on this hub serves the model. */
  readonly inference: 'warm' | undefined
  /** What serves the model: keyed by provider in a repo info, a list in a listing. Only included on request. */
  readonly inferenceProviderMapping: Readonly<Record<string, WireProviderMapping>> | readonly WireProviderMapping[] | undefined
  /** Ids of Spaces that use the model. */
  readonly spaces: readonly string[]
}

/** How one provider serves a model; the Python client fails without the first three fields. */
export interface WireProviderMapping {
  readonly providerId: string
  readonly status: 'live' | 'error'
  /** Chat models are `conversational`. */
  readonly task: string
  /** Only in listings. */
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
  /** Bytes on the main branch. */
  readonly mainSize: number
}

export interface WireSpace extends WireRepo {
  readonly sdk: string | undefined
  /** Lowercase, unique: the name before the first dot of the Space's origin, where Spaces have their own origins. */
  readonly subdomain: string | undefined
  /** The app's own address. */
  readonly host: string | undefined
  readonly models: readonly string[]
  readonly datasets: readonly string[]
  readonly runtime: WireSpaceRuntime
}

export interface WireSpaceRuntime {
  readonly stage: 'RUNNING' | 'PAUSED' | 'NO_APP_FILE'
  /** Always an object: the Python client reads its fields. */
  readonly hardware: { readonly current: string | null; readonly requested: string | null }
  readonly storage: string | null
  readonly gcTimeout: number | null
  readonly replicas: { readonly current: number; readonly requested: number }
  readonly sha: string | null
}

/** A file of a repo; sizes and ids only on request. */
export interface WireSibling {
  readonly rfilename: string
  readonly size?: number
  /** Git oid of the blob, or of the pointer for a large file. */
  readonly blobId?: string
  /** The key is `sha256` here but `oid` in trees. */
  readonly lfs?: { readonly size: number; readonly sha256: string; readonly pointerSize: number }
}
