import { type Hub, requireInferenceCaller, requireServed } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { billTo } from './answer-openai.ts'
import { askEngineTask } from './ask-engine-task.ts'
import { askUpstreamTask } from './ask-upstream-task.ts'
import { outletOf } from './outlet.ts'
import { taskBody } from './task-body.ts'
import { tryRoutes } from './try-routes.ts'

/**
 * Handles a call in the hub clients' protocol: a single task of any kind.
 * @param named the task, when the address names it; otherwise the model's own task
 */
export async function answerTask(hub: Hub, c: Context<Env>, id: string, named: string | null): Promise<Response> {
  const caller = requireInferenceCaller(hub, c.var.actor, billTo(c))
  const { repo, task, routes } = await requireServed(hub, c.var.actor, { id, policy: 'preferred', provider: null }, named)
  const body = await taskBody(c)
  const outlet = outletOf(c)
  return tryRoutes(hub, { caller, repo, routes, outlet }, (route) =>
    route.kind === 'local'
      ? askEngineTask({ c, route, repo, task, body, outlet })
      : askUpstreamTask({ c, route, repo, task, namesTask: named !== null, body, outlet }),
  )
}
