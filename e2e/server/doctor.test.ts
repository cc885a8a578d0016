import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bootHub, freePort } from '../support/booted-hub.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/* `portolan doctor`, as an operator runs it. What it finds is tested in apps/server/src/doctor. */

const commandLine = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function doctor(settings: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', PORTOLAN_DATA_DIR: folder, ...settings }
  const child = spawn(process.execPath, [commandLine, 'doctor', ...words], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>])
  return { stdout, stderr, status }
}

interface Report {
  ok: boolean
  findings: { check: string; state: string; message: string }[]
}
const messagesOf = (text: string, check: string) =>
  (JSON.parse(text) as Report).findings.filter((finding) => finding.check === check).map(({ state, message }) => `${state}: ${message}`)

test('prints a line per finding, or JSON, and ends with 1 on a problem; no secret is printed', async () => {
  const secrets = {
    PORTOLAN_DATABASE_URL: 'postgres://hub:hid%2Fden@127.0.0.1:1/hub',
    PORTOLAN_S3_BUCKET: 'weights',
    PORTOLAN_S3_ENDPOINT: 'http://127.0.0.1:1',
    PORTOLAN_S3_ACCESS_KEY_ID: 'key',
    PORTOLAN_S3_SECRET_ACCESS_KEY: 'hidden-secret-key',
    PORTOLAN_METRICS_TOKEN: 'hidden-metrics-token',
    PORTOLAN_OIDC_ISSUER: 'http://127.0.0.1:1',
    PORTOLAN_OIDC_CLIENT_ID: 'hub',
    PORTOLAN_OIDC_CLIENT_SECRET: 'hidden-client-secret',
    PORTOLAN_PORT: String(await freePort()),
  }
  const plain = await doctor(secrets)
  expect(plain.status).toBe(1)
  for (const line of plain.stdout.trimEnd().split('\n')) expect(line).toMatch(/^(?:ok|warning|problem) +[a-z -]+? {2,}\S.+\.$/)
  for (const check of ['database', 'storage', 'sign-in']) expect(plain.stdout).toMatch(new RegExp(`^problem +${check} `, 'm'))
  const json = await doctor(secrets, '--json')
  expect([json.status, (JSON.parse(json.stdout) as Report).ok]).toEqual([1, false])
  for (const said of [plain.stdout, plain.stderr, json.stdout, json.stderr]) expect(said).not.toMatch(/hidden|hid%2Fden|hid\/den/)
  const mistyped = await doctor({}, '--jsn')
  expect([mistyped.status, mistyped.stderr]).toEqual([2, '--jsn is not an option of doctor\nUsage: portolan doctor [--json]\n'])
})

test('recognizes a running hub at its public address, and another hub behind it', async () => {
  const port = await freePort()
  const wanted = { port: 0 }
  const proxy: Server = createServer((request, response) => {
    void fetch(`http://127.0.0.1:${wanted.port}${request.url}`).then(async (answer) =>
      response.writeHead(answer.status).end(await answer.text()),
    )
  }).listen(0, '127.0.0.1')
  const publicUrl = await new Promise<string>((resolve) =>
    proxy.once('listening', () => resolve(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)),
  )
  await using hub = await bootHub({ PORTOLAN_PUBLIC_URL: publicUrl })
  await using other = await bootHub({ PORTOLAN_DATA_DIR: join(folder, 'other') })
  const settings = { PORTOLAN_PORT: new URL(hub.url).port, PORTOLAN_DATA_DIR: hub.dataDir, PORTOLAN_PUBLIC_URL: publicUrl }
  wanted.port = Number(new URL(hub.url).port)
  const right = (await doctor(settings, '--json')).stdout
  expect(messagesOf(right, 'port')).toEqual([`ok: A hub is running on port ${wanted.port}.`])
  expect(messagesOf(right, 'public address')).toEqual([`ok: ${publicUrl} leads to this hub.`])
  expect(messagesOf(right, 'data folder').filter((message) => !message.startsWith('ok: '))).toEqual([])
  expect((await hub.fetch('/api/health/ready')).status).toBe(200)
  wanted.port = Number(new URL(other.url).port)
  expect(messagesOf((await doctor(settings, '--json')).stdout, 'public address')).toEqual([
    expect.stringMatching(/^problem: Something else than this hub answers at /),
  ])
  wanted.port = port
  proxy.close()
  proxy.closeAllConnections()
})

// Only root can give files to somebody else.
const isRoot = process.getuid?.() === 0

test(`names what ${isRoot ? 'belongs to somebody else' : 'may not be written'}`, async () => {
  const dataDir = await mkdtemp(join(folder, 'mixed-'))
  await writeFile(join(dataDir, 'hub.db-wal'), '', { mode: 0o600 })
  if (isRoot) await chown(dataDir, 65_534, 65_534)
  else await chmod(dataDir, 0o500)
  // Nobody but root removes files from a folder that may not be written.
  onTestFinished(() => chmod(dataDir, 0o700))
  const { stdout } = await doctor({ PORTOLAN_DATA_DIR: dataDir, PORTOLAN_PORT: '0' }, '--json')
  const found = messagesOf(stdout, 'data folder')
  if (isRoot)
    expect(found.slice(0, 2)).toEqual([
      expect.stringMatching(/^problem: .+ belongs to user 65534, but hub\.db-wal in it to somebody else: .+chown -R 65534/),
      expect.stringMatching(/^warning: .+ belongs to user 65534, and this command runs as user 0: run it as the user of the hub/),
    ])
  else expect(found.at(-1)).toMatch(/^problem: The data folder \S+ cannot be written: .+ Give it to user \d+/)
})

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']

test.skipIf(postgres === undefined)('says when the database lets its user make no tables', async () => {
  await using database = await freshDatabase(postgres ?? '')
  const role = `guest_${process.pid}`
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  await client.query(`create role ${role} login password 'hidden'`)
  try {
    const url = Object.assign(new URL(database.url), { username: role, password: 'hidden' }).href
    const { stdout } = await doctor({ PORTOLAN_DATABASE_URL: url, PORTOLAN_PORT: '0' }, '--json')
    expect(messagesOf(stdout, 'database')).toEqual([
      expect.stringMatching(/^problem: The user may not create tables in \S+: make it the owner/),
    ])
  } finally {
    await client.query(`drop role ${role}`)
    await client.end()
  }
})
