import { LRUCache } from 'lru-cache'
import { type HasStates, hubState } from '../../hub-state.ts'
import type { RepoUid } from '../../uid.ts'
import type { VectorIndex } from './vector-index.ts'

/** What the owner wants: `off`, a model of the hub (`owner/name` or `owner/name@revision`), or `auto` for the oldest public one that fits. */
export type EmbeddingSetting = 'off' | 'auto' | { readonly repo: string; readonly revision: string | null }

/** The model that makes vectors, as of now. */
export interface EmbeddingModel {
  /** Of vectors that can be compared with each other: the model's repo and commit. */
  readonly key: string
  readonly repoUid: RepoUid
  readonly id: string
  readonly commit: string
}

interface SemanticState {
  setting: EmbeddingSetting
  model: { readonly value: EmbeddingModel | null; readonly until: number } | null
  /** Models that `auto` chose and that did not run. */
  readonly broken: Set<string>
  index: { readonly key: string; readonly vectors: VectorIndex<RepoUid> | null; readonly readTo: number; readonly readAt: number } | null
  /** Vectors of what was asked, by model and text. */
  readonly queries: LRUCache<string, Promise<Float32Array | null | 'failed'>>
  /** How far the sweep is: the last repo that it looked at, and the last change that it knows of. */
  sweep: { cursor: number; seq: number | null; notBefore: number; running: boolean }
}

/** What this process knows. All of it can be had again from the tables. */
export const semanticState = hubState('semantic', (): SemanticState => ({
  setting: 'off',
  model: null,
  broken: new Set(),
  index: null,
  queries: new LRUCache({ max: 1_000 }),
  sweep: { cursor: 0, seq: null, notBefore: 0, running: false },
}))

/** What `auto` chose does not run: the next one that fits takes its place. */
export function passOver(hub: HasStates, { key }: EmbeddingModel): void {
  const state = semanticState(hub)
  if (state.setting !== 'auto') return
  state.broken.add(key)
  state.model = null
  state.sweep.notBefore = 0
}

/** Chooses the model that makes vectors. */
export function useEmbeddingModel(hub: HasStates, setting: EmbeddingSetting): void {
  const state = semanticState(hub)
  state.setting = setting
  state.model = null
}
