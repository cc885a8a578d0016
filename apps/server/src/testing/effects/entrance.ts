import { createPageHub } from '@portolan/pages'
import type { Hub } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { noPages, type OpenPages } from '../../pages/pages.ts'

/** Stub pages that return the sign-in and sign-up options that real pages would get. */
export const entrance: OpenPages = async (...parts) => ({ ...(await noPages(...parts)), handler: (c) => answerEntrance(parts[0], c) })

async function answerEntrance(hub: Hub, c: Context<Env>): Promise<Response> {
  const { actor, address, origin, requestId } = c.var
  const page = createPageHub(hub, actor, {
    origin,
    requestId,
    callerAddress: address,
    sessionToken: null,
    sessionExpiresAt: null,
    userAgent: null,
  })
  const [, name] = /^\/sign-up-as\/(.+)$/.exec(c.req.path) ?? []
  if (name !== undefined) await page.signUp({ name, password: 'a long harbour password', email: null, inviteCode: null })
  return c.json({ signUpState: await page.signUpState(), signInWays: page.signInWays })
}
