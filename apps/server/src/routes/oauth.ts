import { type Hub, pollDeviceLogin, startDeviceLogin } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
/** Forms of this protocol are small. Bytes. */
const maxForm = 16 * 1024

/** Signing in `hf` and other programs by a code that is typed into a browser (RFC 8628; hub API, section 1.3). */
export function oauthRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .post('/oauth/device', async (c) => {
      const form = await formOf(c)
      const clientId = form.get('client_id') ?? ''
      if (clientId === '') return refuse(c, 'invalid_request', 'client_id is missing')
      const login = await startDeviceLogin(hub, { clientId, address: c.var.address, userAgent: c.req.header('user-agent') ?? null })
      const page = `${c.var.origin}/login/device`
      c.header('Cache-Control', 'no-store')
      return c.json({
        device_code: login.deviceCode,
        user_code: login.userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${login.userCode}`,
        expires_in: login.expiresIn,
        interval: login.interval,
      })
    })
    .post('/oauth/token', async (c) => {
      const form = await formOf(c)
      const grant = form.get('grant_type') ?? ''
      if (grant !== deviceGrant) return refuse(c, 'unsupported_grant_type', `This hub gives tokens for ${deviceGrant}`)
      const answer = await pollDeviceLogin(hub, form.get('device_code') ?? '', form.get('client_id') ?? '')
      c.header('Cache-Control', 'no-store')
      if ('token' in answer) return c.json({ access_token: answer.token, token_type: 'bearer' })
      return refuse(c, answer.error, explanations[answer.error])
    })
}

const explanations = {
  authorization_pending: 'Nobody has said yes yet',
  slow_down: 'Ask less often',
  expired_token: 'The code is too old',
  access_denied: 'The request was refused',
  invalid_grant: 'There is no such code',
}

function refuse(c: Context<Env>, error: string, description: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({ error, error_description: description }, 400)
}

async function formOf(c: Context<Env>): Promise<URLSearchParams> {
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > maxForm) return new URLSearchParams()
  const text = await c.req.text()
  return new URLSearchParams(text.length > maxForm ? '' : text)
}
