import { LRUCache } from 'lru-cache'
import { type HasStates, hubState } from '../../hub-state.ts'
import type { RepoUid } from '../../uid.ts'
import type { VectorIndex } from './vector-index.ts'

/** The owner's setting: `off`, a model of the hub (`owner/name` or `owner/name@revision`), or `auto` for the oldest suitable public one. */
export type EmbeddingSetting = 'off' | 'auto' | { readonly repo: string; readonly revision: string | null }

/** The current embedding model. */
export interface EmbeddingModel {
  /** Identifies vectors that are comparable: the model's repo and commit. */
  readonly key: string
  readonly repoUid: RepoUid
  readonly id: string
  readonly commit: string
}

interface SemanticState {
  setting: EmbeddingSetting
  model: { readonly value: EmbeddingModel | null; readonly until: number } | null
  /** Models that `auto` chose but that failed to run. */
  readonly broken: Set<string>
  index: { readonly key: string; readonly vectors: VectorIndex<RepoUid> | null; readonly readTo: number; readonly readAt: number } | null
  /** Query vectors, by model and text. */
  readonly queries: LRUCache<string, Promise<Float32Array | null | 'failed'>>
  /** Progress of the sweep: the last repo it checked, and the last change it has seen. */
  sweep: { cursor: number; seq: number | null; notBefore: number; running: boolean }
}

/** This process's state. All of it can be rebuilt from the tables. */
export const semanticState = hubState('semantic', (): SemanticState => ({
  setting: 'off',
  model: null,
  broken: new Set(),
  index: null,
  queries: new LRUCache({ max: 1_000 }),
  sweep: { cursor: 0, seq: null, notBefore: 0, running: false },
}))

/** Records that the model `auto` chose does not run: the next suitable one takes its place. */
export function skipCard(hub: HasStates, { key }: EmbeddingModel): void {
  const state = semanticState(hub)
  if (state.setting !== 'auto') return
  state.broken.add(key)
  state.model = null
  state.sweep.notBefore = 0
}

/** Sets the embedding model. */
export function setEmbeddingModel(hub: HasStates, setting: EmbeddingSetting): void {
  const state = semanticState(hub)
  state.setting = setting
  state.model = null
}
