import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { silentLogger } from '@portolan/hub'
import { newPostgresDatabase, testPostgresUrl } from '@portolan/hub/testing'
import { type RunningServer, startServer } from '../../compose.ts'
import { readConfig } from '../../config/settings.ts'
import { noPages } from '../../pages/pages.ts'
import { type FakeObjectStore, openFakeObjectStore, type StoreRequest } from '../fake-object-store.ts'
import { commitLarge } from '../lfs-upload.ts'
import { openTestApp } from '../open-test-app.ts'
import { openTestServer } from '../open-test-server.ts'
import type { OwnEffect, Settings } from './effect.ts'

/** A server without any test setup except its folder, which is deleted at the end. */
async function withServer<T>(
  settings: Settings,
  see: (server: RunningServer, folder: string) => Promise<T>,
  graceMs: number | null = 0,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-effect-'))
  try {
    const config = readConfig({ PORTOLAN_PORT: '0', PORTOLAN_DATA_DIR: join(folder, 'data'), PORTOLAN_ENGINE: 'off', ...settings }, folder)
    await using server = await startServer(config, {
      log: silentLogger,
      environment: {},
      pages: noPages,
      ...(graceMs === null ? {} : { graceMs }),
    })
    return await see(server, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function both<T>(values: readonly [string, string], see: (value: string) => Promise<T>): Promise<[T, T]> {
  return [await see(values[0]), await see(values[1])]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const isUp = async (origin: string) => (await fetch(`${origin}/api/health`).catch(() => null))?.status ?? 'not there'
const tokens = [`hf_${'a'.repeat(24)}`, `hf_${'b'.repeat(24)}`] as const

async function whoami(server: RunningServer, token: string): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/whoami-v2`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { name?: string }).name ?? null
}

/** Starts a server on a fake object store. @param see selects what to observe about the start */
async function atStore<T>(settings: Settings, see: (store: FakeObjectStore, first: StoreRequest | undefined) => T): Promise<T> {
  await using store = await openFakeObjectStore()
  const all = {
    PORTOLAN_S3_BUCKET: 'weights',
    PORTOLAN_S3_ENDPOINT: store.origin,
    PORTOLAN_S3_ACCESS_KEY_ID: 'key-1',
    PORTOLAN_S3_SECRET_ACCESS_KEY: 'secret-1',
    ...settings,
  }
  return await withServer(all, async () => {
    const [first] = store.requests
    return see(store, first)
  })
}

/** The target of a large file's download. */
async function downloadFrom(settings: (store: FakeObjectStore) => Settings): Promise<string> {
  await using store = await openFakeObjectStore()
  await using server = await openTestServer({
    settings: {
      PORTOLAN_S3_BUCKET: 'weights',
      PORTOLAN_S3_ENDPOINT: store.origin,
      PORTOLAN_S3_ACCESS_KEY_ID: 'key-1',
      PORTOLAN_S3_SECRET_ACCESS_KEY: 'secret-1',
      ...settings(store),
    },
  })
  const ada = await server.addUser('ada')
  await server.request('/api/repos/create', { method: 'POST', as: ada, body: JSON.stringify({ type: 'model', name: 'tides' }) })
  await commitLarge(server, 'ada/tides', 'chart.bin', Buffer.alloc(100_000, 'x'), ada)
  const answer = await server.request('/ada/tides/resolve/main/chart.bin')
  const { origin } = new URL(answer.headers.get('location') ?? server.origin)
  return origin === server.origin ? 'the hub' : origin === store.origin ? 'the store' : origin
}

/** Settings that take effect at startup, or before the first request. */
export const startEffects = {
  // On servers of its own: a reserve that is never there refuses all commits.
  diskReserveMb: {
    seen: [200, 507],
    compare: () =>
      both(['256', '1000000'], async (reserve) => {
        await using t = await openTestApp({ settings: { PORTOLAN_DISK_RESERVE_MB: reserve } })
        await t.addRepo({ type: 'model', name: 'full' })
        const line = { key: 'file', value: { path: 'a.txt', content: 'YQ==', encoding: 'base64' } }
        const body = [{ key: 'header', value: { summary: 'x' } }, line].map((each) => JSON.stringify(each)).join('\n')
        return (await t.call('/api/models/ada/full/commit/main', { method: 'POST', as: 'ada', body })).status
      }),
  },
  port: {
    seen: [
      [200, 'not there'],
      ['not there', 200],
    ],
    async compare() {
      const [one, two] = [await freePort(), await freePort()]
      return both([String(one), String(two)], (port) =>
        withServer({ PORTOLAN_PORT: port }, async () => [await isUp(`http://127.0.0.1:${one}`), await isUp(`http://127.0.0.1:${two}`)]),
      )
    },
  },
  host: {
    seen: [
      [200, 'not there'],
      ['not there', 200],
    ],
    compare: () =>
      both(['127.0.0.1', '127.0.0.2'], (host) =>
        withServer({ PORTOLAN_HOST: host }, async ({ port }) => [
          await isUp(`http://127.0.0.1:${port}`),
          await isUp(`http://127.0.0.2:${port}`),
        ]),
      ),
  },
  encryptionKeys: {
    seen: [['plain'], ['encrypted']],
    compare: () =>
      both(['', Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')], (key) =>
        withServer({ PORTOLAN_ENCRYPTION_KEY: key }, async ({ hub, port }) => {
          await fetch(`http://127.0.0.1:${port}/oauth/jwks`)
          const rows = await hub.db.read.selectFrom('oauth_key').select('jwk').execute()
          return rows.map(({ jwk }) => (jwk.startsWith('encrypted:') ? 'encrypted' : 'plain'))
        }),
      ),
  },
  dataDir: {
    seen: [['one'], ['two']],
    compare: () => both(['one', 'two'], (name) => withServer({ PORTOLAN_DATA_DIR: name }, async (_server, folder) => readdirSync(folder))),
  },
  drainSeconds: {
    seen: [0, 503],
    compare: () =>
      // Long enough for one request on a busy machine.
      both(['0', '5'], (value) =>
        withServer({ PORTOLAN_DRAIN_SECONDS: value }, async (server) => {
          const drained = server.drain().then(() => 0)
          const asked = delay(100).then(async () => (await fetch(`http://127.0.0.1:${server.port}/api/health/ready`)).status)
          const first = await Promise.race([drained, asked])
          await drained
          return first
        }),
      ),
  },
  stopSeconds: {
    seen: ['cut off', 'answered'],
    compare: () =>
      both(['0', '30'], async (value) => {
        const ended = Promise.withResolvers<string>()
        await withServer(
          { PORTOLAN_STOP_SECONDS: value },
          async ({ port }) => {
            const headers = { 'content-type': 'application/json', expect: '100-continue' }
            const call = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/validate-yaml', headers })
            call.once('response', (answer) => {
              answer.resume()
              ended.resolve('answered')
            })
            call.once('error', () => ended.resolve('cut off'))
            call.flushHeaders()
            // The server has begun with it.
            await once(call, 'continue')
            call.write('{"content":')
            // The rest follows while the server stops, unless it cuts the connection, which must not depend on how fast that is.
            if (value !== '0') setTimeout(() => call.end('"a: 1"}'), 300)
          },
          null,
        )
        return ended.promise
      }),
  },
  databaseTimeoutSeconds: {
    seen: ['waits for the lock', 'gives up'],
    async compare() {
      // Without Postgres nothing ever waits, so only the hub's configuration can be observed.
      if (testPostgresUrl === null)
        return both(['30', '1'], (value) =>
          withServer({ PORTOLAN_DATABASE_TIMEOUT_SECONDS: value }, async ({ hub }) =>
            hub.config.databaseTimeoutMs > 2_000 ? 'waits for the lock' : 'gives up',
          ),
        )
      await using database = await newPostgresDatabase()
      return await both(['30', '1'], (value) =>
        withServer({ PORTOLAN_DATABASE_URL: database.url, PORTOLAN_DATABASE_TIMEOUT_SECONDS: value }, async ({ port }) => {
          const call = () => fetch(`http://127.0.0.1:${port}/api/models/ada/tides`)
          const answer = await database.during('lock table repo in access exclusive mode', async () => {
            const called = call()
            await Promise.race([called, delay(2_500)])
            return { called }
          })
          return (await answer.called).status === 503 ? 'gives up' : 'waits for the lock'
        }),
      )
    },
  },
  databaseUrl: {
    seen: ['a file', 'asked for a connection'],
    async compare() {
      let connections = 0
      const database = createServer((socket) => {
        connections++
        socket.destroy()
      }).listen(0, '127.0.0.1')
      await once(database, 'listening')
      const url = `postgres://ada@127.0.0.1:${(database.address() as AddressInfo).port}/hub`
      try {
        return await both(['', url], (value) =>
          withServer({ PORTOLAN_DATABASE_URL: value }, async ({ hub }) =>
            existsSync(join(hub.config.dataDir, 'hub.db')) ? 'a file' : 'none',
          ).catch(() => (connections > 0 ? 'asked for a connection' : 'failed')),
        )
      } finally {
        database.close()
      }
    },
  },
  hstsSeconds: {
    seen: ['max-age=60', null],
    compare: () =>
      both(['60', '0'], (seconds) =>
        withServer({ PORTOLAN_PUBLIC_URL: 'https://hub.example.org', PORTOLAN_HSTS_SECONDS: seconds }, async ({ port }) =>
          (await fetch(`http://127.0.0.1:${port}/api/models`)).headers.get('strict-transport-security'),
        ),
      ),
  },
  publicUrl: {
    seen: ['http://localhost', 'https://hub.example.org'],
    compare: () =>
      both(['', 'https://hub.example.org'], (url) =>
        withServer({ PORTOLAN_PUBLIC_URL: url }, async ({ app }) => {
          const host = url === '' ? 'localhost' : 'hub.example.org'
          const answer = await app.request(`http://${host}/.well-known/openid-configuration`, { headers: { host } })
          return ((await answer.json()) as { issuer: string }).issuer
        }),
      ),
  },
  bootstrapUser: {
    seen: ['ada', 'grace'],
    compare: () =>
      both(['ada', 'grace'], (name) =>
        withServer({ PORTOLAN_BOOTSTRAP_USER: name, PORTOLAN_BOOTSTRAP_TOKEN: tokens[0] }, (server) => whoami(server, tokens[0])),
      ),
  },
  bootstrapToken: {
    seen: ['ada', null],
    compare: () =>
      both(tokens, (token) =>
        withServer({ PORTOLAN_BOOTSTRAP_USER: 'ada', PORTOLAN_BOOTSTRAP_TOKEN: token }, (server) => whoami(server, tokens[0])),
      ),
  },
  s3Bucket: {
    seen: ['/weights', '/charts'],
    compare: () =>
      both(['weights', 'charts'], (bucket) =>
        atStore({ PORTOLAN_S3_BUCKET: bucket }, (_store, first) => /^\/\w+/.exec(first?.url ?? '')?.[0]),
      ),
  },
  s3Endpoint: {
    seen: [true, false],
    async compare() {
      await using other = await openFakeObjectStore()
      const here = await atStore({}, (store) => store.requests.length > 0)
      const there = await atStore({ PORTOLAN_S3_ENDPOINT: other.origin }, (store) => store.requests.length > 0).catch(
        () => other.requests.length === 0,
      )
      return [here, there]
    },
  },
  s3Region: {
    seen: ['us-east-1', 'eu-north-1'],
    compare: () => both(['us-east-1', 'eu-north-1'], (region) => atStore({ PORTOLAN_S3_REGION: region }, (_store, first) => first?.region)),
  },
  s3AccessKeyId: {
    seen: ['key-1', 'key-2'],
    compare: () => both(['key-1', 'key-2'], (key) => atStore({ PORTOLAN_S3_ACCESS_KEY_ID: key }, (_store, first) => first?.accessKeyId)),
  },
  s3SecretAccessKey: {
    seen: [true, false],
    compare: () =>
      both(['secret-1', 'secret-2'], (secret) =>
        atStore({ PORTOLAN_S3_SECRET_ACCESS_KEY: secret }, (_store, first) => first?.isSignedWith('secret-1')),
      ),
  },
  s3Prefix: {
    seen: ['tmp', 'hub'],
    compare: () =>
      both(['', 'hub'], (prefix) =>
        atStore(
          { PORTOLAN_S3_PREFIX: prefix },
          ({ requests }) => /^\/weights\/(\w+)/.exec(requests.find(({ method }) => method === 'PUT')?.url ?? '')?.[1],
        ),
      ),
  },
  s3PathStyle: {
    seen: ['in the path', 'in the host'],
    async compare() {
      // A numeric address cannot have a subdomain.
      await using store = await openFakeObjectStore()
      const endpoint = store.origin.replace('127.0.0.1', 'localhost')
      return both(['on', 'off'], (style) => {
        store.requests.length = 0
        return atStore({ PORTOLAN_S3_ENDPOINT: endpoint, PORTOLAN_S3_PATH_STYLE: style }, () => null)
          .catch((error: unknown) => String((error as Error).cause))
          .then((fault) => {
            // Not every machine resolves names below localhost.
            if (fault?.includes('weights.localhost') === true) return 'in the host'
            return store.requests[0]?.host.startsWith('weights.localhost') === true ? 'in the host' : 'in the path'
          })
      })
    },
  },
  s3Presign: {
    seen: ['the hub', 'the store'],
    compare: () => both(['off', 'downloads'], (presign) => downloadFrom(() => ({ PORTOLAN_S3_PRESIGN: presign }))),
  },
  s3PublicEndpoint: {
    seen: ['the store', 'https://files.example.org'],
    compare: () =>
      both(['', 'https://files.example.org'], (endpoint) =>
        downloadFrom(() => ({ PORTOLAN_S3_PRESIGN: 'downloads', PORTOLAN_S3_PUBLIC_ENDPOINT: endpoint })),
      ),
  },
  s3TimeoutSeconds: {
    seen: ['gives up', 'waits'],
    compare: () =>
      both(['1', '30'], async (seconds) => {
        await using store = await openFakeObjectStore(1_500)
        return await atStore({ PORTOLAN_S3_ENDPOINT: store.origin, PORTOLAN_S3_TIMEOUT_SECONDS: seconds }, () => 'waits').catch(
          (error: Error) => {
            if (!error.message.includes('does not answer in time')) throw error
            return 'gives up'
          },
        )
      }),
  },
  inlineUploadMb: {
    seen: ['regular', 'lfs'],
    compare: () =>
      both(['100', '10'], async (megabytes) => {
        await using t = await openTestApp({ settings: { PORTOLAN_XET: 'off', PORTOLAN_INLINE_UPLOAD_MB: megabytes } })
        await t.addRepo({ type: 'model', name: 'sea' })
        const answer = await t.call('/api/models/ada/sea/preupload/main', {
          as: 'ada',
          method: 'POST',
          // A client that uploads large files only through Xet.
          headers: { 'user-agent': 'unknown/None; hf_hub/2.4.0; python/3.12.1' },
          json: { files: [{ path: 'model.safetensors', size: 20 * 1024 ** 2, sample: '' }] },
        })
        const { files } = (await answer.json()) as { files: { uploadMode: string }[] }
        return files[0]?.uploadMode
      }),
  },
  registryDir: {
    seen: [false, true],
    async compare() {
      const folder = mkdtempSync(join(tmpdir(), 'portolan-registry-'))
      writeFileSync(join(folder, 'tide.yaml'), ownLibrary)
      try {
        return await both(['', folder], (registry) => readSnippets({ PORTOLAN_REGISTRY_DIR: registry }))
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  },
} as const satisfies Record<string, OwnEffect>

/** Whether the snippets of a model of the library are returned. */
async function readSnippets(settings: Settings): Promise<boolean> {
  await using t = await openTestApp({ settings })
  await t.addRepo({ type: 'model', name: 'sea', files: { 'README.md': '---\nlibrary_name: tide\n---\n' } })
  return (await (await t.call('/api/models/ada/sea/snippets')).text()).includes('from tide import Model')
}

const ownLibrary = `id: tide
label: Tide
repo: https://git.example.org/tide
filter: true
install:
  python: [tide]
cases:
  - id: load
    title: Load the model
    language: python
    code: |
      from tide import Model

      model = Model.load({{ id }})
`
