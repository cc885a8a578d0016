import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { canReadContent, type Repo } from '../../repository/access/index.ts'
import { typical } from './health.ts'
import { rests, type Route, routesOf } from './routes.ts'
import { providerKey } from './served-models.ts'
import type { UpstreamModel } from './upstream.ts'

/** A way to call a model, as shown to pages and clients: without its location or how it is paid for. */
export interface RouteView {
  /** As in `model: "owner/name:provider"` and in the mapping. */
  readonly provider: string
  /** `local`, `openai`, or the key of a hosted provider. */
  readonly kind: string
  readonly providerId: string
  /** Clients' name for it: chat models are `conversational`. */
  readonly task: string
  /** `error` while it is paused after failures. */
  readonly status: 'live' | 'error'
  readonly contextLength: number | null
  /** Per million tokens. */
  readonly price: { readonly input: number; readonly output: number } | null
  readonly adapter: UpstreamModel['adapter']
  /** Measured on real calls; `null` before the first one. */
  readonly firstByteMs: number | null
  readonly tokensPerSecond: number | null
}

const chatTasks = new Set(['text-generation', 'image-text-to-text', 'conversational'])

export function describeRoute(hub: Hub, repo: Repo, route: Route): RouteView {
  const remote = route.kind === 'remote' ? route : null
  return {
    provider: providerKey(route),
    kind: remote?.upstream.kind ?? 'local',
    providerId: remote?.model.upstreamId ?? repo.fullName,
    task: chatTasks.has(route.task) ? 'conversational' : route.task,
    status: rests(hub, route) ? 'error' : 'live',
    contextLength: remote?.model.contextLength ?? null,
    price: remote?.model.price ?? null,
    adapter: remote?.model.adapter ?? null,
    firstByteMs: typical(route.health.firstByteMs),
    tokensPerSecond: typical(route.health.tokensPerSecond),
  }
}

/** How a model can be called here, for a caller who may see it; empty for one who may not read its files. */
export async function describeRoutes(hub: Hub, actor: Actor, repo: Repo): Promise<RouteView[]> {
  if (repo.type !== 'model' || !canReadContent(actor, repo)) return []
  return (await routesOf(hub, repo)).map((route) => describeRoute(hub, repo, route))
}
