import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createAccessToken, createUser, type HubConfig, LiveChannel, loadActor, type UserActor } from '@portolan/hub'
import { openTestHub, type TestHub } from '@portolan/hub/testing'
import { createApp } from '../app.ts'
import { type LiveLimits, LiveStreams } from '../live/live-streams.ts'

type Database = NonNullable<NonNullable<Parameters<typeof openTestHub>[0]>['database']>

/** A user of a test: the actor of a browser session, and a write token for requests. */
export interface TestUser {
  readonly actor: UserActor
  readonly token: string
}

/** The whole app on a port of its own, with a fresh hub: for what only real connections show (raw bodies, aborts, ranges). */
export interface TestServer extends AsyncDisposable {
  readonly hub: TestHub
  readonly live: LiveStreams
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** As `fetch` below the origin; with a user, as that user. */
  request(path: string, init?: RequestInit & { as?: TestUser; duplex?: 'half' }): Promise<Response>
  addUser(name: string): Promise<TestUser>
}

export async function openTestServer(
  options: { database?: Database; config?: Partial<HubConfig>; live?: Partial<LiveLimits> } = {},
): Promise<TestServer> {
  const hub = await openTestHub(options)
  const channel = await LiveChannel.open(hub)
  const live = new LiveStreams(channel, options.live)
  const app = createApp(hub, { live })
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    hub,
    live,
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
    async [Symbol.asyncDispose]() {
      live[Symbol.dispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await channel[Symbol.asyncDispose]()
      await hub.close()
    },
  }
}
