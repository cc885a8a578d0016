import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { canReadContent, findRepo, type Repo, toRepo, visibility, type WithContent } from '../../repository/access/index.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { inferenceState } from './inference-state.ts'
import { type Route, routesOf } from './routes.ts'

/** Maximum models checked against the hub's own engine when listing everything that is served: the most trending ones. */
const maxOfEngine = 1_000

/** A model served here, and how. */
export interface ServedModel {
  readonly repo: WithContent
  readonly routes: readonly Route[]
}

/** Every model served here that the actor may use: the upstreams' models in the owner's order, then those of the hub's own engine. */
export async function listServed(hub: Hub, actor: Actor): Promise<ServedModel[]> {
  const { byModel, engine } = inferenceState(hub)
  const found = new Map<number, Repo>()
  for (const id of byModel.keys()) {
    const repo = (await findRepo(hub, actor, 'model', id))?.repo
    if (repo) found.set(repo.id, repo)
  }
  if (engine !== null && engine.unavailable === null)
    for (const repo of await engineCandidates(hub)) found.set(repo.id, found.get(repo.id) ?? repo)
  const served: ServedModel[] = []
  for (const repo of found.values()) {
    if (!canReadContent(actor, repo)) continue
    const routes = await routesOf(hub, repo)
    if (routes.length > 0) served.push({ repo, routes })
  }
  return served
}

async function engineCandidates(hub: Hub): Promise<Repo[]> {
  const rows = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('kind', '=', kindOf('model'))
    .where('vis', '<', visibility.deleted)
    .where('pipeline_tag', 'is not', null)
    .orderBy('trending', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOfEngine)
    .execute()
  return rows.map(toRepo)
}

/**
 * Ids of the repos served here that the actor may use, for listings.
 * @param providers names as in the mapping; `all` for any
 */
export async function servedRepoIds(hub: Hub, actor: Actor, providers: readonly string[] | 'all'): Promise<number[]> {
  const served = await listServed(hub, actor)
  return served
    .filter(({ routes }) => providers === 'all' || routes.some((route) => providers.includes(providerKey(route))))
    .map(({ repo }) => repo.id)
}

/** Clients' name for the provider of a route. */
export function providerKey(route: Route): string {
  return route.kind === 'local' ? 'hf-inference' : route.name
}
