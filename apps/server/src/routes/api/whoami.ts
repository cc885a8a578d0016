import { type Hub, listOrgsOf, requireAccount, requireUser } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { toWireWhoami } from '../../wire/account.ts'
import { whoamiAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

/** Identifies the caller. */
export function whoamiRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get('/api/whoami-v2', describe({ summary: 'The caller and its token', answer: whoamiAnswer }), async (c) => {
    const user = requireUser(c.var.actor)
    const account = await requireAccount(hub, user.name)
    return c.json(toWireWhoami(c.var.origin, user, account, await listOrgsOf(hub, user.userId)))
  })
}
