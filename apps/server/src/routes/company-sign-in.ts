import { HubError, isHubError, nextWithDone, safeNext } from '@portolan/contract'
import { type Actor, createSession, type Hub, linkIdentity, requireRecentProof, signInWithIdentity } from '@portolan/hub'
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
        // Another site could have signed this browser in to the provider with an identity of its own.
        const isAsked = isConnecting && /^(?:cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
        if (isConnecting && (isAsked || !(await isProven(hub, actor)))) {
          const to = `${start}?${new URL(c.req.url).searchParams.toString()}`
          return c.redirect(`${c.var.basePath}/sign-in/confirm?${new URLSearchParams({ action: 'identity.change', to }).toString()}`)
        }
        const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
        const again = c.req.query('again') === 'yes'
        const to = await company.begin(`${c.var.origin}${callback}`, secrets, again)
        setFlow(c, {
          ...secrets,
          next: safeNext(c.req.query('next')),
          connect: isConnecting && actor.kind === 'user' ? actor.uid : null,
          again,
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
        const { identity, authenticatedAt } = await company.finish(answered, flow)
        if (flow.again && !isSince(authenticatedAt, flow.startedAt)) throw new HubError('sso.not_asked_again')
        if (flow.connect !== null) {
          const { actor } = c.var
          // Another user may have signed in to this browser in the meantime.
          if (actor.kind !== 'user' || actor.uid !== flow.connect) throw new HubError('sso.stale')
          await linkIdentity(hub, actor, identity, company.rules)
          return c.redirect(`${c.var.basePath}/settings?done=saved`)
        }
        const account = await signInWithIdentity(hub, identity, company.rules)
        const userAgent = c.req.header('user-agent')
        const session = await createSession(hub, account.id, {
          way: 'company',
          address: c.var.address,
          // A provider that knows the browser asks nothing: that proves who somebody was, not who sits there now.
          provenAt: authenticatedAt,
          ...(userAgent === undefined ? {} : { userAgent }),
        })
        setSessionCookie(c, session.token, session.expiresAt)
        return c.redirect(`${c.var.basePath}${nextWithDone(flow.next, 'signed-in')}`)
      })
    })
}

/** By how much the provider's clock may be behind. Milliseconds. */
const toleranceMs = 30_000

function isSince(time: Date | null, startedAt: number): boolean {
  return time !== null && time.getTime() >= startedAt - toleranceMs
}

async function isProven(hub: Hub, actor: Actor): Promise<boolean> {
  try {
    await requireRecentProof(hub, actor, 'identity.change')
    return true
  } catch (error) {
    if (isHubError(error, 'auth.reauthentication_required')) return false
    throw error
  }
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
