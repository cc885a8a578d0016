import { LRUCache } from 'lru-cache'
import { type HasStates, hubState } from '../../hub-state.ts'
import type { RouteHealth } from './health.ts'
import type { LocalEngine } from './local-engine.ts'
import type { Upstream, UpstreamModel } from './upstream.ts'

/** The owner's settings. */
export interface InferenceRules {
  /** Whether callers without an account may use public models. */
  readonly anonymous: boolean
  /** Calls per account and UTC day; `null` for no limit. */
  readonly requestsPerDay: number | null
  /** Input and output tokens per account and UTC day; `null` for no limit. */
  readonly tokensPerDay: number | null
}

/** An upstream, and what it reports about a model. */
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
  /** By upstream and model; for the engine, only models that have been looked up. */
  readonly health: LRUCache<string, RouteHealth>
}

/** This process's state about upstreams and their health. None of it has to outlive the process. */
export const inferenceState = hubState('inference', (): InferenceState => ({
  upstreams: [],
  engine: null,
  rules: { anonymous: false, requestsPerDay: null, tokensPerDay: null },
  byModel: new Map(),
  health: new LRUCache({ max: 50_000 }),
}))

/** Sets the engine that runs models here; `null` removes it. Whoever created it disposes of it. */
export function setLocalEngine(hub: HasStates, engine: LocalEngine | null): void {
  inferenceState(hub).engine = engine
}

/** The engine, if there is one. */
export function localEngine(hub: HasStates): LocalEngine | null {
  return inferenceState(hub).engine
}

export function setInferenceRules(hub: HasStates, rules: InferenceRules): void {
  inferenceState(hub).rules = rules
}
