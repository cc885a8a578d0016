import { HubError, isHubError, nextWithDone, safeNext } from '@portolan/contract'
import { createSession, type Hub, linkIdentity, signInWithIdentity } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { setSessionCookie } from '../http/session-cookie.ts'
import { type CompanySignIn, randomNonce, randomPKCECodeVerifier, randomState } from '../sign-in/company-sign-in.ts'
import { setFlow, takeFlow } from '../sign-in/flow-cookie.ts'

const start = '/sign-in/company'
const callback = '/sign-in/company/callback'

/**
 * Signing in with the company's identity provider: the redirect to it, and the callback. Both are browser navigations, so a failure redirects to
 * the sign-in page with its error code.
 */
export function companySignInRoutes(hub: Hub, company: CompanySignIn | null): Hono<Env> {
  const routes = new Hono<Env>()
  if (company === null) return routes
  return routes
    .get(start, (c) =>
      asPage(c, safeNext(c.req.query('next')), async () => {
        const { actor } = c.var
        const isConnecting = c.req.query('connect') === 'yes'
        if (isConnecting && (actor.kind !== 'user' || actor.token !== null)) throw new HubError('auth.required')
        const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
        const to = await company.begin(`${c.var.origin}${callback}`, secrets)
        setFlow(c, {
          ...secrets,
          next: safeNext(c.req.query('next')),
          connect: isConnecting && actor.kind === 'user' ? actor.uid : null,
          startedAt: hub.now().getTime(),
        })
        return c.redirect(to.href)
      }),
    )
    .get(callback, (c) => {
      const flow = takeFlow(c, hub.now())
      return asPage(c, flow?.next ?? '/', async () => {
        // Compare the state before calling the provider, so that a forged callback costs nothing.
        if (flow === null || c.req.query('state') !== flow.state) throw new HubError('sso.stale')
        const answered = new URL(`${c.var.origin}${callback}`)
        answered.search = new URL(c.req.url).search
        const identity = await company.finish(answered, flow)
        if (flow.connect !== null) {
          const { actor } = c.var
          // Another user may have signed in to this browser in the meantime.
          if (actor.kind !== 'user' || actor.uid !== flow.connect) throw new HubError('sso.stale')
          await linkIdentity(hub, actor, identity, company.rules)
          return c.redirect(`${c.var.basePath}/settings?done=saved`)
        }
        const account = await signInWithIdentity(hub, identity, company.rules)
        const userAgent = c.req.header('user-agent')
        const session = await createSession(hub, account.id, userAgent === undefined ? {} : { userAgent })
        setSessionCookie(c, session.token, session.expiresAt)
        return c.redirect(`${c.var.basePath}${nextWithDone(flow.next, 'signed-in')}`)
      })
    })
}

async function asPage(c: Context<Env>, next: string, work: () => Promise<Response>): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  try {
    return await work()
  } catch (error) {
    if (!isHubError(error)) throw error
    return c.redirect(`${c.var.basePath}/sign-in?${new URLSearchParams({ problem: error.code, next }).toString()}`)
  }
}
