import { createAccessToken, createUser, loadActor, type UserActor } from '@portolan/hub'
import { type RunningTestServer, startTestServer, type TestServerOptions } from './start-test-server.ts'

/** A test user: the actor of a browser session, and a write token for requests. */
export interface TestUser {
  readonly actor: UserActor
  readonly token: string
}

/** The complete server on its own port with a fresh hub, for behavior that needs real connections (raw bodies, aborts, ranges). */
export interface TestServer extends RunningTestServer {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** Like `fetch`, relative to the origin; with a user, as that user. */
  request(path: string, init?: RequestInit & { as?: TestUser; duplex?: 'half' }): Promise<Response>
  addUser(name: string): Promise<TestUser>
}

export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  const { hub } = server
  const origin = `http://127.0.0.1:${server.port}`
  return {
    ...server,
    origin,
    async request(path, init = {}) {
      const { as, ...rest } = init
      const headers = new Headers(rest.headers)
      if (as) headers.set('Authorization', `Bearer ${as.token}`)
      return fetch(path.startsWith('http') ? path : origin + path, { redirect: 'manual', ...rest, headers })
    },
    async addUser(name) {
      const account = await createUser(hub, { name, password: null })
      const actor = await loadActor(hub.db.read, account.id, null)
      if (!actor) throw new Error('no actor')
      const { token } = await createAccessToken(hub, actor, { name: 'test', role: 'write' })
      return { actor, token }
    },
  }
}
