import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

/** A small identity provider for tests: correct by default, with configurable misbehavior. */
export interface FakeIdentityProvider extends AsyncDisposable {
  readonly issuer: string
  /** The claims about the next user who signs in. */
  person: Record<string, unknown> & { sub: string }
  /** The misbehavior. */
  lie: Lie
  /** Paths that respond 503 to the next request, and the paths requested so far. */
  readonly busy: Set<string>
  readonly asked: string[]
  /** Signs in any user who arrives with this address, and redirects them back. */
  authorize(to: URL): URL
}

export interface Lie {
  readonly claims?: Record<string, unknown>
  readonly algorithm?: 'none' | 'foreign key'
  readonly userInfo?: Record<string, unknown>
  readonly tokenStatus?: number
  readonly tokenBody?: string
  readonly discoveryIssuer?: string
  readonly isDown?: boolean
}

export async function openLyingProvider(clientId: string): Promise<FakeIdentityProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>()
  let count = 0
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
    const path = new URL(request.url ?? '/', 'http://x').pathname
    provider.asked.push(path)
    if (provider.busy.delete(path)) return void response.writeHead(503, { 'retry-after': '0' }).end()
    if (provider.lie.isDown === true) return void request.socket.destroy()
    if (path === '/.well-known/openid-configuration')
      return void send(200, {
        issuer: provider.lie.discoveryIssuer ?? provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        userinfo_endpoint: `${provider.issuer}/userinfo`,
        jwks_uri: `${provider.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    if (path === '/jwks') return void send(200, { keys: [jwk] })
    if (path === '/userinfo') return void send(200, provider.lie.userInfo ?? provider.person)
    if (path !== '/token') return void send(404, {})
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (provider.lie.tokenStatus !== undefined)
        return void send(provider.lie.tokenStatus, provider.lie.tokenBody ?? { error: 'server_error' })
      if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri') || form.get('client_secret') !== 'hush')
        return void send(400, { error: 'invalid_grant' })
      void idToken(code.nonce).then((id_token) => send(200, { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token }))
    })
    return undefined
  })
  const idToken = async (nonce: string) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: provider.issuer, aud: clientId, sub: provider.person.sub, iat: now, exp: now + 60, nonce, ...provider.lie.claims }
    if (provider.lie.algorithm === 'none') return new UnsecuredJWT(claims).encode()
    const key = provider.lie.algorithm === 'foreign key' ? foreign.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: FakeIdentityProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 's-1', preferred_username: 'Grace.Hopper', name: 'Grace Hopper', email: 'grace@corp.example', email_verified: true },
    lie: {},
    busy: new Set(),
    asked: [],
    authorize(to) {
      const asked = (name: string) => to.searchParams.get(name) ?? ''
      const code = `c-${count++}`
      codes.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge'), redirectUri: asked('redirect_uri') })
      const back = new URL(asked('redirect_uri'))
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked('state'))
      return back
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}
