import {
  accessTokenSeconds,
  authenticateClient,
  exchangeCode,
  type Hub,
  idToken,
  OAuthError,
  type OAuthTokens,
  pollDeviceLogin,
  publicKeys,
  refreshTokens,
  requireUser,
  revokeOAuthToken,
  startDeviceLogin,
  userInfo,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { clientCredentials } from '../http/client-credentials.ts'
import { formBody } from '../http/form-body.ts'
import { accountAddresses } from '../wire/account.ts'
import { describe } from '../openapi/describe.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * Signing in with this hub, for programs: devices with a code that the user types into a browser (RFC 8628; hub API, section 1.3), applications with
 * a browser that is redirected here and back (RFC 6749, OpenID Connect; section 1.4). The page in between, `/oauth/authorize`, is a web page.
 */
export function oauthRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .post('/oauth/device', describe({ summary: 'Begin a device login' }), (c) =>
      inProtocol(c, async () => {
        const form = await formBody(c)
        const clientId = form.get('client_id') ?? ''
        if (clientId === '') throw new OAuthError('invalid_request', 'client_id is missing')
        const login = await startDeviceLogin(hub, { clientId, address: c.var.address, userAgent: c.req.header('user-agent') ?? null })
        const page = `${c.var.origin}/login/device`
        return c.json({
          device_code: login.deviceCode,
          user_code: login.userCode,
          verification_uri: page,
          verification_uri_complete: `${page}?code=${login.userCode}`,
          expires_in: login.expiresIn,
          interval: login.interval,
        })
      }),
    )
    .post('/oauth/token', describe({ summary: 'Exchange a code for a token' }), (c) =>
      inProtocol(c, async () => {
        const form = await formBody(c)
        const grant = form.get('grant_type') ?? ''
        if (grant === deviceGrant) return pollDevice(c, hub, form)
        if (grant !== 'authorization_code' && grant !== 'refresh_token')
          throw new OAuthError('unsupported_grant_type', `grant_type must be authorization_code, refresh_token, or ${deviceGrant}`)
        const app = await authenticateClient(hub, clientCredentials(c, form))
        const tokens =
          grant === 'authorization_code'
            ? await exchangeCode(hub, app, {
                code: required(form, 'code'),
                redirectUri: form.get('redirect_uri'),
                verifier: form.get('code_verifier'),
              })
            : await refreshTokens(hub, app, required(form, 'refresh_token'), form.get('scope'))
        return c.json(await tokenAnswer(c, hub, tokens))
      }),
    )
    .post('/oauth/revoke', describe({ summary: 'Revoke a token' }), (c) =>
      inProtocol(c, async () => {
        const form = await formBody(c)
        const app = await authenticateClient(hub, clientCredentials(c, form))
        if (!app) throw new OAuthError('invalid_client', 'client_id is missing')
        await revokeOAuthToken(hub, app, required(form, 'token'))
        return c.body(null, 200)
      }),
    )
    .on(['GET', 'POST'], '/oauth/userinfo', describe({ summary: 'The person that a token belongs to' }), (c) => {
      requireUser(c.var.actor)
      return inProtocol(c, async () => c.json(await userInfo(hub, c.var.actor, accountAddresses(c.var.origin))))
    })
    .get('/oauth/jwks', describe({ summary: 'Keys that tokens are signed with' }), async (c) => {
      c.header('Cache-Control', 'public, max-age=300')
      return c.json(await publicKeys(hub))
    })
}

async function tokenAnswer(c: Context<Env>, hub: Hub, tokens: OAuthTokens): Promise<Record<string, unknown>> {
  const identity = await idToken(hub, tokens, accountAddresses(c.var.origin))
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    refresh_token: tokens.refreshToken,
    scope: tokens.scopes.join(' '),
    ...(identity === null ? {} : { id_token: identity }),
  }
}

async function pollDevice(c: Context<Env>, hub: Hub, form: URLSearchParams): Promise<Response> {
  const answer = await pollDeviceLogin(hub, form.get('device_code') ?? '', form.get('client_id') ?? '')
  if ('token' in answer) return c.json({ access_token: answer.token, token_type: 'bearer' })
  return refusal(c, answer.error, explanations[answer.error])
}

const explanations = {
  authorization_pending: 'The user has not approved the sign-in yet',
  slow_down: 'Poll less often',
  expired_token: 'The code has expired',
  access_denied: 'The user denied the sign-in',
  invalid_grant: 'There is no such code',
}

/** Disables caching and reports errors in the protocol's format. */
async function inProtocol(c: Context<Env>, work: () => Promise<Response>): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return refusal(c, error.error, error.message)
  }
}

function refusal(c: Context<Env>, error: string, description: string): Response {
  const status = error === 'invalid_client' ? 401 : error === 'access_denied' && c.req.path === '/oauth/userinfo' ? 403 : 400
  if (status === 401) c.header('WWW-Authenticate', 'Basic realm="Portolan"')
  return c.json({ error, error_description: description }, status)
}

function required(form: URLSearchParams, name: string): string {
  const [value, second] = form.getAll(name)
  if (!value || second !== undefined) throw new OAuthError('invalid_request', `The form must have exactly one ${name}`)
  return value
}
