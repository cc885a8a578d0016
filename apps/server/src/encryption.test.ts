import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createAccessToken, createUser, type Hub, loadActor, passkeySignInOptions, silentLogger, unsubscriptionOf } from '@portolan/hub'
import { databases, newPostgresDatabase } from '@portolan/hub/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from './compose.ts'
import { readConfig } from './config/settings.ts'
import { noPages } from './pages/pages.ts'
import { startupFault } from './startup-fault.ts'
import { openReceiver } from './testing/open-receiver.ts'

/* The secrets in the database, as an operator encrypts them, changes the key, and loses it. */

const [one, two] = [
  Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('hex'),
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ012345').toString('base64'),
]
const secret = 'to-the-lighthouse'

/** A hub that is started again and again, and the commands next to it. */
async function installation(database: (typeof databases)[number]) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = database === 'postgres' ? await newPostgresDatabase() : null
  onTestFinished(() => postgres?.[Symbol.asyncDispose]())
  const settings = (key: string, dataDir = 'data', databaseUrl = postgres?.url ?? '') => ({
    PORTOLAN_PORT: '0',
    PORTOLAN_ENGINE: 'off',
    PORTOLAN_WEBHOOK_REACH: 'any',
    PORTOLAN_DATA_DIR: join(folder, dataDir),
    PORTOLAN_DATABASE_URL: databaseUrl,
    PORTOLAN_ENCRYPTION_KEY: key,
  })
  const start = (key: string) => startServer(readConfig(settings(key), folder), { log: silentLogger, environment: {}, pages: noPages })
  return {
    start,
    /** The bytes of the SQLite database. */
    files: () =>
      ['hub.db', 'hub.db-wal']
        .map((name) => join(folder, 'data', name))
        .filter(existsSync)
        .map((file) => readFileSync(file, 'latin1'))
        .join(''),
    async fault(key: string): Promise<string | null> {
      const fault = await start(key).then(
        async (server) => server[Symbol.asyncDispose](),
        (error: unknown) => error,
      )
      return startupFault(fault, readConfig(settings(key), folder))
    },
    /** Runs the command line tool. */
    async run(words: readonly string[], key: string, place?: string) {
      const env = { PATH: process.env['PATH'], ...(place === undefined ? settings(key) : settings(key, place, '')) }
      const child = spawn(process.execPath, [join(import.meta.dirname, 'cli/main.ts'), ...words], { cwd: folder, env })
      const code = new Promise<number | null>((resolve) => child.on('close', resolve))
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { code: await code, stdout, stderr }
    },
  }
}

/** A user with an authenticator app, whose secret is this. */
async function addTotp(hub: Hub, value: string): Promise<void> {
  const { id } = await createUser(hub, { name: 'eve', password: null })
  await hub.db.write((tx) => tx.insertInto('totp').values({ user_id: id, secret: value, next_secret: value, created: 1 }).execute())
}

async function stored(hub: Hub): Promise<string[]> {
  const names = ['lfs_link_key', 'mail_link_key', 'passkey_challenge_key']
  const settings = await hub.db.read.selectFrom('setting').select('value').where('name', 'in', names).execute()
  const keys = await hub.db.read.selectFrom('oauth_key').select('jwk as value').execute()
  const hooks = await hub.db.read.selectFrom('webhook').select('secret as value').execute()
  return [...settings, ...keys, ...hooks].map(({ value }) => value ?? 'none')
}

/** Where each value stands: `plain`, or the id of its key. */
const standing = async (hub: Hub) => (await stored(hub)).map((value) => /^encrypted:1 (\w+) /.exec(value)?.[1] ?? 'plain')

/** An account, a token that a link is signed for, a signing key of OAuth, a webhook with a secret. */
async function fill({ hub, port }: RunningServer, url: string) {
  const ada = await loadActor(hub.db.read, (await createUser(hub, { name: 'ada', password: null })).id, null)
  if (ada === null) throw new Error('no ada')
  const { token } = await createAccessToken(hub, ada, { name: 'test', role: 'write' })
  const call = async (path: string, body: unknown, to = port) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/vnd.git-lfs+json' }
    const answer = await fetch(`http://127.0.0.1:${to}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as { objects?: { actions: { upload: { href: string } } }[]; webhook?: { id: string } }
  }
  await call('/api/repos/create', { type: 'model', name: 'tides' })
  const { webhook } = await call('/api/settings/webhooks', { url, secret, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
  const content = Buffer.from('a chart')
  const oid = '2c0f7e9b9a50e1d0a9b7ff3a8b5b7d4cf9ea2d31c3e1d4cf9ea2d31c3e1d4c00'
  const { objects } = await call('/ada/tides.git/info/lfs/objects/batch', {
    operation: 'upload',
    transfers: ['basic'],
    objects: [{ oid, size: content.length }],
  })
  // Keys for links in mails and for passkeys are made when they are first needed.
  await unsubscriptionOf(hub, 'x.y')
  await passkeySignInOptions(hub, { id: 'localhost', origin: 'http://localhost' })
  const jwks = await (await fetch(`http://127.0.0.1:${port}/oauth/jwks`)).text()
  /** Asks for a test message, and runs the job that sends it. */
  const send = async (server: RunningServer) => {
    await call(`/api/settings/webhooks/${webhook?.id}/test`, {}, server.port)
    await server.scheduler.run('deliver webhooks')
  }
  return { jwks, send, link: new URL(objects?.[0]?.actions.upload.href ?? '').pathname }
}

/** What a link says to bytes that are not the promised ones, when it is one of ours; a forged one says 403 or 410. */
const linkStatus = async ({ port }: RunningServer, link: string) =>
  (await fetch(`http://127.0.0.1:${port}${link}`, { method: 'PUT', body: 'a chart' })).status

describe.for(databases)('secrets on %s', (database) => {
  test('are encrypted when a key is set, work as before, and move to another key', { timeout: 240_000 }, async () => {
    await using receiver = await openReceiver(200)
    const hub = await installation(database)
    const first = await hub.start('')
    const { jwks, link, send } = await fill(first, receiver.url)
    expect(await standing(first.hub)).toEqual(Array.from({ length: 5 }, () => 'plain'))
    await addTotp(first.hub, 'JBSWY3DPEHPK3PXP')
    await first[Symbol.asyncDispose]()
    const works = async (server: RunningServer) => {
      expect(await (await fetch(`http://127.0.0.1:${server.port}/oauth/jwks`)).text()).toBe(jwks)
      // The link is accepted; the content is not the one it was made for.
      expect(await linkStatus(server, link)).toBe(422)
      const heard = receiver.hits.length + 1
      await send(server)
      await receiver.heard(heard)
      expect(receiver.hits.at(-1)?.headers['x-webhook-secret']).toBe(secret)
    }
    let firstId = ''
    if (database === 'sqlite') expect(hub.files()).toContain(secret)
    {
      await using server = await hub.start(one)
      const ids = await standing(server.hub)
      firstId = ids[0] ?? ''
      expect(ids).toEqual(Array.from({ length: 5 }, () => firstId))
      expect(firstId).toMatch(/^[0-9a-f]{8}$/)
      expect((await stored(server.hub)).join()).not.toContain(secret)
      const { secret: app, next_secret: next } = await server.hub.db.read.selectFrom('totp').selectAll().executeTakeFirstOrThrow()
      expect([app, next].map((value) => (value ?? '').startsWith('encrypted:1 '))).toEqual([true, true])
      await works(server)
    }
    // Nor are they left in unused parts of the file.
    if (database === 'sqlite') expect(hub.files()).not.toContain(secret)
    {
      // Both keys: the new one is used for everything.
      await using server = await hub.start(`${two}\n${one}`)
      expect(await standing(server.hub)).not.toContain(firstId)
      await works(server)
    }
    await using server = await hub.start(two)
    await works(server)
  })

  test('cannot be moved to another row', async () => {
    await using receiver = await openReceiver(200)
    const hub = await installation(database)
    {
      await using server = await hub.start(one)
      await fill(server, receiver.url)
      await server.hub.db.write(async (tx) => {
        const { secret: value } = await tx.selectFrom('webhook').select('secret').executeTakeFirstOrThrow()
        await tx
          .updateTable('oauth_key')
          .set({ jwk: value ?? '' })
          .execute()
      })
    }
    expect(await hub.fault(one)).toMatch(/^1 secret in the database cannot be decrypted because the stored value is damaged: set the key/)
  })
})

test(
  'the commands say what the key is needed for, move secrets to another one, and give up what is lost',
  { timeout: 600_000 },
  async () => {
    await using receiver = await openReceiver(200)
    const hub = await installation('sqlite')
    let send: Awaited<ReturnType<typeof fill>>['send']
    let link: string
    {
      await using server = await hub.start(one)
      ;({ send, link } = await fill(server, receiver.url))
      expect(await standing(server.hub)).not.toContain('plain')
    }
    const sentence =
      /^5 secrets in the database can only be read with the encryption key [0-9a-f]{8}, which PORTOLAN_ENCRYPTION_KEY does not contain: set the key .+`portolan encrypt --give-up` .+\.$/
    expect(await hub.fault('')).toMatch(sentence)
    expect(await hub.fault(two)).toMatch(sentence)
    const doctor = await hub.run(['doctor'], '')
    expect(doctor.stdout).toMatch(/^problem +encryption +5 secrets in the database can only be read/m)
    const moving = `${two},${one}`
    expect((await hub.run(['doctor'], moving)).stdout).toMatch(
      /^warning +encryption +5 secrets are not yet encrypted with key \w+ \(5 still need \w+\): run portolan encrypt/m,
    )
    // A backup has the values as they are, and says which key it needs.
    expect((await hub.run(['backup', 'safe'], one)).stdout).toMatch(
      /^Its secrets are encrypted with key [0-9a-f]{8}, which is not part of it/m,
    )
    expect(await hub.run(['backup', 'safe', '--check'], one)).toMatchObject({ code: 0 })
    const checked = await hub.run(['backup', 'safe', '--check'], two)
    expect(checked).toMatchObject({ code: 1 })
    expect(checked.stdout).toMatch(/cannot be restored; It would be incomplete: 5 secrets in the database can only be read with/)
    const restored = await hub.run(['restore', 'safe'], '', 'back')
    expect(restored).toMatchObject({ code: 1 })
    expect(restored.stderr).toMatch(/^Everything was copied, but 5 secrets .+\n$/)
    expect(await hub.run(['restore', 'safe'], one, 'well')).toMatchObject({ code: 0, stderr: '' })

    const moved = await hub.run(['encrypt'], moving)
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    expect(moved.stdout).toMatch(/^Encrypted 5 secrets; 5 are now encrypted with key [0-9a-f]{8}\.\n$/)
    expect((await hub.run(['doctor'], two)).stdout).toMatch(/^ok +encryption +All secrets in the database are encrypted with key \w+/m)

    const lost = await hub.run(['encrypt'], one)
    expect(lost).toMatchObject({ code: 1 })
    expect(await hub.run(['encrypt', '--give-up'], one)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Gave up 5 secrets\./) as string,
    })
    await using server = await hub.start(one)
    expect([403, 410]).toContain(await linkStatus(server, link))
    await send(server)
    expect(receiver.hits).toEqual([])
    const hooks = await server.hub.db.read.selectFrom('webhook').select(['disabled', 'secret']).execute()
    expect(hooks).toEqual([{ disabled: 1, secret: null }])
  },
)

test('secrets whose key is lost are given up also by a hub that encrypts nothing', { timeout: 600_000 }, async () => {
  await using receiver = await openReceiver(200)
  const hub = await installation('sqlite')
  {
    await using server = await hub.start(one)
    await fill(server, receiver.url)
  }
  expect(await hub.run(['encrypt'], '')).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing was encrypted/) as string })
  const given = await hub.run(['encrypt', '--give-up'], '')
  expect(given).toMatchObject({ code: 0, stderr: '' })
  expect(given.stdout).toMatch(/^Gave up 5 secrets\. .+\nPORTOLAN_ENCRYPTION_KEY is not set, so new secrets are stored unencrypted .+\n$/)
  await using server = await hub.start('')
  // Of the webhook, all but its secret is left.
  expect(await stored(server.hub)).toEqual(['none'])
})

test.for([
  ['short', 'must be 32 bytes as 64 hex digits or in base64 (openssl rand -base64 32)'],
  [`${one}, ${one.slice(1)}`, 'has 2 keys, of which number 2 is not 32 bytes'],
  ['0'.repeat(64), 'must be random: make one with openssl rand -base64 32'],
] as const)('%s is no key', ([key, message]) => {
  expect(() => readConfig({ PORTOLAN_ENCRYPTION_KEY: key }, '/')).toThrow(`PORTOLAN_ENCRYPTION_KEY ${message}`)
})
