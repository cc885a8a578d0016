import { LRUCache } from 'lru-cache'
import { type HasStates, hubState } from '../../hub-state.ts'
import type { RouteHealth } from './health.ts'
import type { LocalEngine } from './local-engine.ts'
import type { Upstream, UpstreamModel } from './upstream.ts'

/** What the owner allows. */
export interface InferenceRules {
  /** Whether callers without an account may use public models. */
  readonly anonymous: boolean
  /** Calls per account and UTC day; `null` for no limit. */
  readonly requestsPerDay: number | null
  /** Tokens read and written per account and UTC day; `null` for no limit. */
  readonly tokensPerDay: number | null
}

/** An upstream, and what it says of a model. */
export interface ServedBy {
  readonly upstream: Upstream
  readonly model: UpstreamModel
}

interface InferenceState {
  upstreams: readonly Upstream[]
  engine: LocalEngine | null
  rules: InferenceRules
  /** {@link upstreams} by the id of a model, in lower case. */
  byModel: ReadonlyMap<string, readonly ServedBy[]>
  /** By upstream and model; of the engine's models only those that are looked at. */
  readonly health: LRUCache<string, RouteHealth>
}

/** What this process knows of upstreams and how they do. Nothing of it has to outlive the process. */
export const inferenceState = hubState('inference', (): InferenceState => ({
  upstreams: [],
  engine: null,
  rules: { anonymous: false, requestsPerDay: null, tokensPerDay: null },
  byModel: new Map(),
  health: new LRUCache({ max: 50_000 }),
}))

/** Puts the engine in that runs models here; `null` takes it out. Whoever made it disposes of it. */
export function useLocalEngine(hub: HasStates, engine: LocalEngine | null): void {
  inferenceState(hub).engine = engine
}

/** The engine, when there is one. */
export function localEngine(hub: HasStates): LocalEngine | null {
  return inferenceState(hub).engine
}

export function useInferenceRules(hub: HasStates, rules: InferenceRules): void {
  inferenceState(hub).rules = rules
}
