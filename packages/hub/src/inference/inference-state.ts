import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
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

const states = new WeakMap<Hub['db'], InferenceState>()

/** What this process knows of upstreams and how they do. Nothing of it has to outlive the process. */
export function inferenceState(hub: Pick<Hub, 'db'>): InferenceState {
  const known = states.get(hub.db)
  if (known) return known
  const state: InferenceState = {
    upstreams: [],
    engine: null,
    rules: { anonymous: false, requestsPerDay: null, tokensPerDay: null },
    byModel: new Map(),
    health: new LRUCache({ max: 50_000 }),
  }
  states.set(hub.db, state)
  return state
}

/** Puts the engine in that runs models here; `null` takes it out. Whoever made it disposes of it. */
export function useLocalEngine(hub: Hub, engine: LocalEngine | null): void {
  inferenceState(hub).engine = engine
}

/** The engine, when there is one. */
export function localEngine(hub: Hub): LocalEngine | null {
  return inferenceState(hub).engine
}

export function useInferenceRules(hub: Hub, rules: InferenceRules): void {
  inferenceState(hub).rules = rules
}
