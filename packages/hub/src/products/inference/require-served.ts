import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { requireRepo, type WithContent } from '../../repository/access/index.ts'
import { chooseRoutes } from './choose-routes.ts'
import type { ModelAddress } from './model-address.ts'
import { type Route, routesOf } from './routes.ts'

/**
 * A model the actor may use, and the routes to try, best first. Anyone who may not read its files gets the same error as for the files.
 * @param task the requested task; `null` for the model's own task
 * @throws {HubError} `repo.not_found`, `repo.gated`, `repo.disabled`, `inference.not_served`, `inference.unsupported_task`
 */
export async function requireServed(
  hub: Hub,
  actor: Actor,
  address: ModelAddress,
  task: string | null,
): Promise<{ repo: WithContent; task: string; routes: Route[] }> {
  const repo = await requireRepo(hub, actor, 'model', address.id, 'content')
  const all = await routesOf(hub, repo)
  const own = repo.pipelineTag ?? all[0]?.task
  // Chat has a separate endpoint; here such a model continues texts.
  const asked = task ?? (own === 'conversational' ? 'text-generation' : own)
  if (asked === undefined)
    throw new HubError('inference.not_served', {
      message: `This hub does not serve the model ${address.id}; GET /v1/models lists the models it serves`,
    })
  return { repo, task: asked, routes: chooseRoutes(hub, all, { ...address, id: repo.fullName }, asked) }
}
