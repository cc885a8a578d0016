import type { Hub } from '../../hub.ts'
import { cacheKey, HubCache } from '../../hub-cache.ts'
import { hubState } from '../../hub-state.ts'
import { isEnabled, type WithContent } from '../../repository/access/index.ts'
import { readRepoFacts } from '../../repository/repos/index.ts'
import { listFiles, resolveRevision } from '../../repository/revisions/index.ts'
import { isResting, type RouteHealth, routeHealth } from './health.ts'
import { inferenceState } from './inference-state.ts'
import type { LocalEngine } from './local-engine.ts'
import { localName, type Upstream, type UpstreamModel } from './upstream.ts'

/** A way to call a model. */
export type Route = RemoteRoute | LocalRoute

export interface RemoteRoute {
  readonly kind: 'remote'
  readonly name: string
  readonly upstream: Upstream
  readonly model: UpstreamModel
  readonly task: string
  readonly health: RouteHealth
}

export interface LocalRoute {
  readonly kind: 'local'
  readonly name: typeof localName
  readonly engine: LocalEngine
  readonly task: string
  readonly health: RouteHealth
}

/** Model tasks that can also serve this one. */
const servedBy: Record<string, readonly string[]> = {
  conversational: ['conversational', 'text-generation', 'image-text-to-text'],
  'text-generation': ['text-generation', 'conversational', 'image-text-to-text'],
  'feature-extraction': ['feature-extraction', 'sentence-similarity'],
  'sentence-similarity': ['sentence-similarity', 'feature-extraction'],
}

/** Whether a model with task `has` can serve `asked`: chat and plain generation are one model, as are embeddings and their comparison. */
export function taskServes(has: string, asked: string): boolean {
  return (Object.hasOwn(servedBy, asked) ? servedBy[asked]?.includes(has) : undefined) ?? has === asked
}

/** Every working route to a model, in the owner's order; the hub's own engine comes last. The caller has checked read access. */
export async function routesOf(hub: Hub, repo: WithContent): Promise<Route[]> {
  const { byModel, engine } = inferenceState(hub)
  const served = byModel.get(repo.fullName.toLowerCase()) ?? []
  const routes: Route[] = served.map(({ upstream, model }) => ({
    kind: 'remote',
    name: upstream.name,
    upstream,
    model,
    task: model.task,
    health: routeHealth(hub, upstream.name, model.upstreamId),
  }))
  if (engine !== null && repo.pipelineTag !== null && (await engineRefuses(hub, engine, repo)) === null) {
    const health = routeHealth(hub, localName, repo.fullName)
    routes.push({ kind: 'local', name: localName, engine, task: repo.pipelineTag, health })
  }
  return routes
}

/** Whether a route failed recently, through its own calls or because its upstream is down. */
export function rests(hub: Hub, route: Route): boolean {
  return isResting(hub, route.health) || isResting(hub, routeHealth(hub, route.name, ''))
}

const refusals = hubState('engine-refusals', () => new WeakMap<LocalEngine, HubCache<{ readonly reason: string | null }>>())

/** Why the engine cannot run a model; `null` when it can. Cached per commit: the check looks at every file. */
export async function engineRefuses(hub: Hub, engine: LocalEngine, repo: WithContent): Promise<string | null> {
  if (engine.unavailable !== null) return engine.unavailable
  if (repo.headOid === null || !isEnabled(repo)) return 'The repository has no files'
  const byEngine = refusals(hub)
  let known = byEngine.get(engine)
  if (!known) byEngine.set(engine, (known = new HubCache({ max: 20_000 })))
  const key = cacheKey(repo.uid, repo.headOid, String(repo.pipelineTag), String(repo.library), repo.fullName)
  const found = known.get(key)
  if (found) return found.reason
  const { commitOid } = await resolveRevision(hub, repo, 'HEAD')
  const files = await listFiles(hub, repo, commitOid)
  const modelType = (await readRepoFacts(hub, repo))?.config?.['model_type']
  const reason = engine.refuses({
    id: repo.fullName,
    task: repo.pipelineTag,
    library: repo.library,
    modelType: typeof modelType === 'string' ? modelType : null,
    files: files.filter(({ type }) => type === 'file').map(({ path }) => path),
  })
  known.set(key, { reason })
  return reason
}
