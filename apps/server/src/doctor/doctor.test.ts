import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { clockFinding, type Finding, openHub, silentLogger } from '@portolan/hub'
import { newPostgresDatabase, testPostgresUrl } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { hubConfig } from '../hub-config.ts'
import { openSmtpServer } from '../testing/open-smtp-server.ts'
import { openFakeObjectStore } from '../testing/fake-object-store.ts'
import { diskFindings } from './check-data-folder.ts'
import { checkNode } from './check-node.ts'
import { examine } from './doctor.ts'

let folder = ''
let port = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-doctor-'))
  const server = await serve(() => {})
  port = server.port
  await server.stop()
  // A hub that has been started once, for copies.
  const config = readConfig({ PORTOLAN_DATA_DIR: join(folder, 'made') }, folder)
  await (await openHub(hubConfig(config), silentLogger)).close()
  chmodSync(join(folder, 'made/hub.db'), 0o600)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function serve(listener: RequestListener): Promise<{ port: string; origin: string; stop(): Promise<void> }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = String((server.address() as AddressInfo).port)
  return {
    port: own,
    origin: `http://127.0.0.1:${own}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** What the doctor finds with these settings, apart from what depends on the machine and on whether the pages are built. */
async function found(settings: Record<string, string> = {}, check?: string): Promise<string[]> {
  const all = await examine({ PORTOLAN_PORT: port, PORTOLAN_DATA_DIR: join(folder, 'none'), PORTOLAN_ENGINE: 'off', ...settings }, folder)
  const text = JSON.stringify(all)
  for (const secret of ['hidden', 'h%69dden']) expect(text).not.toContain(secret)
  for (const { message } of all) expect(message).toMatch(/^\S.*\.$/)
  return shown(all.filter((finding) => (check === undefined ? !['pages', 'node'].includes(finding.check) : finding.check === check)))
}

const shown = (list: readonly Finding[]) => list.map(({ check, state, message }) => `${state} ${check}: ${message}`)
const matching = (...patterns: RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern) as string)

/** A copy of a data folder that a hub has made. */
function made(name: string, change?: (db: DatabaseSync) => void): string {
  const dataDir = join(folder, name)
  cpSync(join(folder, 'made'), dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
  const db = new DatabaseSync(join(dataDir, 'hub.db'))
  change?.(db)
  db.close()
  return dataDir
}

test('a hub that can start has no problem, before its first start and after it', async () => {
  expect(await found()).toEqual(
    matching(
      /^ok settings: /,
      /^ok data folder: \S+ does not exist yet; the first start makes it\.$/,
      /data folder: .+ free on its disk/,
      /^ok database: There is no database yet/,
      /^ok storage: /,
      /^warning backups: No backups are scheduled: set PORTOLAN_BACKUP_TO and PORTOLAN_BACKUP_EVERY_HOURS/,
      /^ok port: Port \d+ on 127\.0\.0\.1 is free\.$/,
      /^ok public address: PORTOLAN_PUBLIC_URL is not set/,
      /^ok engine: The local engine is switched off\.$/,
    ),
  )
  const dataDir = made('well')
  expect(await found({ PORTOLAN_DATA_DIR: dataDir }, 'database')).toEqual(matching(/^ok database: SQLite 3\.\S+ is up to date\.$/))
  expect(await found({ PORTOLAN_DATA_DIR: dataDir }, 'storage')).toEqual(
    matching(/^ok storage: .+blobs: a probe was written, read and deleted\.$/),
  )
  expect((await found({ PORTOLAN_DATA_DIR: dataDir }, 'data folder')).at(-1)).toMatch(/^ok .+ supports SQLite's write-ahead log\.$/)
})

test('settings: every wrong one has its line', async () => {
  expect(await found({ PORTOLAN_PORT: 'x', PORTOLAN_PROT: '1' })).toEqual(
    matching(
      /^problem settings: PORTOLAN_PORT must be a whole number: correct it/,
      /^problem settings: PORTOLAN_PROT is not a setting; .+: correct it/,
    ),
  )
})

test('node: an old version, and too few open files', () => {
  expect(shown(checkNode({ node: '22.20.0' }, null))).toEqual(
    matching(/^problem node: Node 22\.20\.0 is too old: start the hub with the Node 26/),
  )
  expect(shown(checkNode({ node: '26.1.0' }, 1_000_000_000))).toEqual(
    matching(/^ok /, /^warning node: The process may have \d+ files open, .+ raise the limit/),
  )
})

describe('backups', () => {
  test('a folder that can be written, on the disk of the data; and one that nobody makes backups to', async () => {
    const safe = join(folder, 'safe')
    const scheduled = { PORTOLAN_BACKUP_TO: safe, PORTOLAN_BACKUP_EVERY_HOURS: '24' }
    expect(await found(scheduled, 'backups')).toEqual(
      matching(
        /^ok backups: Backups go to \S+safe, which can be written\.$/,
        /^warning backups: \S+safe is on the same disk as the data folder/,
      ),
    )
    expect(existsSync(safe)).toBe(false)
    expect((await found({ PORTOLAN_BACKUP_TO: safe }, 'backups')).at(-1)).toMatch(/^warning backups: No backups to \S+ are scheduled/)
  })

  test('a folder that cannot be written, and a bucket that cannot be used', async () => {
    writeFileSync(join(folder, 'no-folder'), '')
    const scheduled = (place: string) => ({ PORTOLAN_BACKUP_TO: place, PORTOLAN_BACKUP_EVERY_HOURS: '24' })
    expect(await found(scheduled(join(folder, 'no-folder')), 'backups')).toEqual(
      matching(
        /^problem backups: Backups cannot be written to \S+no-folder \(.+\): give it to .+, or choose another with PORTOLAN_BACKUP_TO\.$/,
      ),
    )
    const bucket = {
      ...scheduled('s3://safe/hub'),
      PORTOLAN_S3_ENDPOINT: 'http://127.0.0.1:1',
      PORTOLAN_S3_ACCESS_KEY_ID: 'key',
      PORTOLAN_S3_SECRET_ACCESS_KEY: 'hidden',
    }
    expect(await found(bucket, 'backups')).toEqual(matching(/^problem backups: The bucket safe at \S+ cannot be used: .+/))
  })
})

describe('data folder', () => {
  test('others may read it', async () => {
    const dataDir = made('open')
    chmodSync(dataDir, 0o755)
    chmodSync(join(dataDir, 'hub.db'), 0o644)
    expect((await found({ PORTOLAN_DATA_DIR: dataDir }, 'data folder'))[0]).toMatch(
      /^warning data folder: Other users of this machine can open \S+open, and in it .*hub\.db.*: close it with chmod -R go= \S+\.$/,
    )
  })

  test('it is a file, or below one', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect((await found({ PORTOLAN_DATA_DIR: join(folder, 'file') }, 'data folder')).join()).toMatch(
      /problem data folder: .+ cannot be written: it is /,
    )
    expect((await found({ PORTOLAN_DATA_DIR: join(folder, 'file/data') }, 'data folder')).join()).toMatch(
      /problem data folder: .+ cannot be written: /,
    )
  })

  test('little space, and file systems of other machines', () => {
    const ext4 = 0xef53
    expect(shown(diskFindings({ free: 5e8, type: ext4 }, true))).toEqual(matching(/^problem .+Only 500.+ are free.+: make room/))
    expect(shown(diskFindings({ free: 5e9, type: ext4 }, true))).toEqual(matching(/^warning .+ make room/))
    expect(shown(diskFindings({ free: 5e11, type: 0x6969 }, true)).slice(1)).toEqual(
      matching(/^problem .+\(NFS\).+: use a local disk, or Postgres\.$/),
    )
    expect(shown(diskFindings({ free: 5e11, type: 0x6969 }, false)).slice(1)).toEqual(matching(/^warning .+\(NFS\)/))
  })
})

describe('database', () => {
  test('of a newer version, not yet migrated, damaged', async () => {
    const newer = made('newer', (db) => db.exec("insert into kysely_migration(name, timestamp) values ('9000-later', '2027-01-01')"))
    expect(await found({ PORTOLAN_DATA_DIR: newer }, 'database')).toEqual(
      matching(/^problem database: A newer version .+ Start that version, or restore/),
    )
    const older = made('older', (db) => db.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)'))
    expect(await found({ PORTOLAN_DATA_DIR: older }, 'database')).toEqual(
      matching(/^warning database: SQLite .+ lacks 1 migrations, .+: make a backup first/),
    )
    const damaged = made('damaged')
    writeFileSync(join(damaged, 'hub.db'), 'no database '.repeat(100))
    expect(await found({ PORTOLAN_DATA_DIR: damaged }, 'database')).toEqual(
      matching(/^problem database: .+ cannot be read \(file is not a database\): restore/),
    )
  })

  test('Postgres that is not there', async () => {
    expect(await found({ PORTOLAN_DATABASE_URL: 'postgres://hub:hidden@127.0.0.1:1/hub' }, 'database')).toEqual(
      matching(/^problem database: Postgres at 127\.0\.0\.1:1\/hub cannot be used: nothing listens there\. Start Postgres/),
    )
  })

  test.skipIf(testPostgresUrl === null)('Postgres that works, or lacks the database', async () => {
    await using database = await newPostgresDatabase()
    expect(await found({ PORTOLAN_DATABASE_URL: database.url }, 'database')).toEqual(
      matching(/^ok database: Postgres \S+.* is empty; the first start/),
    )
    expect(await found({ PORTOLAN_DATABASE_URL: database.url }, 'clock')).toEqual(['ok clock: The clock agrees with that of the database.'])
    const url = new URL(database.url)
    url.pathname = '/nowhere'
    expect(await found({ PORTOLAN_DATABASE_URL: url.href }, 'database')).toEqual(matching(/: the database does not exist\. Create it/))
  })
})

describe('storage', () => {
  const s3 = { PORTOLAN_S3_BUCKET: 'weights', PORTOLAN_S3_ACCESS_KEY_ID: 'key', PORTOLAN_S3_SECRET_ACCESS_KEY: 'hidden' }

  test('a bucket that works', async () => {
    await using store = await openFakeObjectStore()
    const settings = { ...s3, PORTOLAN_S3_ENDPOINT: store.origin }
    expect(await found(settings, 'storage')).toEqual(
      matching(/^ok storage: Large files are stored in the bucket weights at \S+: a probe was written, read and deleted\.$/),
    )
    expect(await found(settings, 'clock')).toEqual(['ok clock: The clock agrees with that of the store for large files.'])
  })

  test('nothing there, no right to write, another clock', async () => {
    expect(await found({ ...s3, PORTOLAN_S3_ENDPOINT: 'http://127.0.0.1:1' }, 'storage')).toEqual(
      matching(/^problem storage: .+ the connection was refused .+ Check PORTOLAN_S3_ENDPOINT/),
    )
    const store = await serve((request, response) => {
      response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).setHeader('content-type', 'application/xml')
      if (request.method === 'GET') response.end('<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>')
      else response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    })
    onTestFinished(() => store.stop())
    const settings = { ...s3, PORTOLAN_S3_ENDPOINT: store.origin }
    expect(await found(settings, 'storage')).toEqual(
      matching(/^problem storage: .+ do not allow this \(while trying to write\)\. Give the key the right/),
    )
    expect(await found(settings, 'clock')).toEqual(
      matching(/^problem clock: The clock is 3\d\d\d s ahead of that of the store for large files: set both by NTP/),
    )
  })
})

test('clock: a little off is a warning, as exact as it can be told', () => {
  expect(shown([clockFinding('x', -8_000, 100)])).toEqual(matching(/^warning clock: The clock is 8 s behind that of x: set both/))
  expect(clockFinding('x', 8_000, 4_000).state).toBe('ok')
  expect(clockFinding('x', 60_000, 0).state).toBe('problem')
})

describe('ports and addresses', () => {
  test('something else has the port', async () => {
    const other = await serve((_request, response) => response.end('not a hub'))
    onTestFinished(() => other.stop())
    expect(await found({ PORTOLAN_PORT: other.port }, 'port')).toEqual([
      `problem port: Port ${other.port} is already in use. Set PORTOLAN_PORT to use another port.`,
    ])
    expect((await found({ PORTOLAN_METRICS_PORT: other.port }, 'port'))[1]).toBe(
      `problem port: Port ${other.port} is already in use. Set PORTOLAN_METRICS_PORT to use another port.`,
    )
    expect(await found({ PORTOLAN_HOST: '203.0.113.7' }, 'port')).toEqual(matching(/^problem port: This machine does not have the address/))
  })

  test('the public address: unset, unencrypted, unknown, of somebody else', async () => {
    expect(await found({ PORTOLAN_HOST: '0.0.0.0' }, 'public address')).toEqual(matching(/^warning .+: set PORTOLAN_PUBLIC_URL/))
    expect(await found({ PORTOLAN_PUBLIC_URL: 'http://nowhere.invalid.example.org' }, 'public address')).toEqual(
      matching(
        /^warning .+ unencrypted .+: put a proxy with TLS in front/,
        /^problem .+ cannot be reached from here \(E\w+\): check its DNS name/,
      ),
    )
    const other = await serve((_request, response) => response.end('{}'))
    onTestFinished(() => other.stop())
    expect(await found({ PORTOLAN_PUBLIC_URL: other.origin }, 'public address')).toEqual(
      matching(/^problem .+ does not arrive here: correct its DNS name/),
    )
  })

  /** A proxy in front of the port of the hub. */
  async function proxy(change: (path: string) => string, headers: Record<string, string>) {
    const server = await serve((request, response) => {
      void fetch(`http://127.0.0.1:${port}${change(request.url ?? '')}`, { headers }).then(async (answer) => {
        response.writeHead(answer.status).end(await answer.text())
      })
    })
    onTestFinished(() => server.stop())
    return server.origin
  }

  test('what a proxy passes on', async () => {
    const good = await proxy((path) => path, { 'x-forwarded-for': '203.0.113.9' })
    expect(await found({ PORTOLAN_PUBLIC_URL: good, PORTOLAN_TRUSTED_PROXIES: '1' }, 'public address')).toEqual([
      `ok public address: ${good} leads here.`,
    ])
    expect((await found({ PORTOLAN_PUBLIC_URL: good }, 'public address'))[1]).toMatch(
      /^warning .+ all callers count as one: set PORTOLAN_TRUSTED_PROXIES=1\.$/,
    )
    expect((await found({ PORTOLAN_PUBLIC_URL: good, PORTOLAN_TRUSTED_PROXIES: '2' }, 'public address'))[1]).toMatch(
      /^warning .+ callers could choose theirs/,
    )
    const cutting = await proxy((path) => path.replace('/hub', ''), {})
    expect((await found({ PORTOLAN_PUBLIC_URL: `${cutting}/hub` }, 'public address'))[1]).toMatch(/^problem .+ cuts \/hub from paths/)
  })
})

describe('optional parts', () => {
  test('the engine is not installed', async () => {
    mkdirSync(join(folder, 'runtime'), { recursive: true })
    expect(await found({ PORTOLAN_ENGINE: 'on', PORTOLAN_ENGINE_RUNTIME: join(folder, 'runtime') }, 'engine')).toEqual(
      matching(/^warning engine: The local engine is not installed\. Run `npm run engine` to install it\./),
    )
  })

  test('the identity provider: away, another one, with another clock', async () => {
    const settings = (issuer: string) => ({
      PORTOLAN_OIDC_ISSUER: issuer,
      PORTOLAN_OIDC_CLIENT_ID: 'hub',
      PORTOLAN_OIDC_CLIENT_SECRET: 'hidden',
    })
    expect(await found(settings('http://127.0.0.1:1/realm'), 'sign-in')).toEqual(
      matching(/^problem sign-in: .+ does not answer at \S+ \(\w+.*\): correct PORTOLAN_OIDC_ISSUER/),
    )
    const provider = await serve((request, response) => {
      response.setHeader('date', new Date(Date.now() + 600_000).toUTCString())
      response.end(JSON.stringify({ issuer: `http://${request.headers.host}/real` }))
    })
    onTestFinished(() => provider.stop())
    expect(await found(settings(`${provider.origin}/other`), 'sign-in')).toEqual(
      matching(/^problem sign-in: The identity provider calls itself \S+\/real: set PORTOLAN_OIDC_ISSUER/),
    )
    expect(await found(settings(`${provider.origin}/real`), 'sign-in')).toEqual(matching(/^ok sign-in: /))
    expect(await found(settings(`${provider.origin}/real`), 'clock')).toEqual(
      matching(/^problem clock: .+ behind that of the identity provider/),
    )
  })

  test('files of the operator with mistakes', async () => {
    const registry = join(folder, 'registry')
    mkdirSync(registry)
    writeFileSync(join(registry, 'own.yaml'), 'id: 7\n')
    writeFileSync(join(folder, 'upstreams.yaml'), 'upstreams: 7\n')
    const settings = { PORTOLAN_REGISTRY_DIR: registry, PORTOLAN_INFERENCE_FILE: join(folder, 'upstreams.yaml') }
    expect((await found(settings, 'own libraries'))[0]).toMatch(/^problem own libraries: own\.yaml:\d+:\d+: .+: correct that line/)
    expect((await found(settings, 'upstreams'))[0]).toMatch(/^problem upstreams: upstreams\.yaml:\d+:\d+: .+: correct that line/)
    expect(await found({ PORTOLAN_REGISTRY_DIR: join(folder, 'nowhere') }, 'own libraries')).toEqual(
      matching(/^problem .+ cannot be read .+: correct PORTOLAN_REGISTRY_DIR/),
    )
  })
})

describe('mail', () => {
  test('a mail server that answers, one that does not encrypt, one that refuses the password, and one that is not there', async () => {
    await using smtp = await openSmtpServer()
    expect(await found({ ...smtp.settings }, 'mail')).toEqual(
      matching(/^ok mail: The mail server 127\.0\.0\.1:\d+ answers\. To send a mail: portolan mail test ADDRESS\.$/),
    )
    const account = { PORTOLAN_SMTP_USER: 'hub', PORTOLAN_SMTP_PASSWORD: 'hidden' }
    expect(await found({ ...smtp.settings, ...account }, 'mail')).toEqual(matching(/ and the hub can sign in\. /))
    expect(await found({ ...smtp.settings, PORTOLAN_SMTP_TLS: 'starttls' }, 'mail')).toEqual(
      matching(/^problem mail: .+STARTTLS.+correct PORTOLAN_SMTP_/),
    )
    smtp.answers('refuse sign-in')
    expect(await found({ ...smtp.settings, ...account }, 'mail')).toEqual(matching(/^problem mail: .+Invalid login.+•••/))
    expect(smtp.mails).toEqual([])
    const { settings } = smtp
    await smtp[Symbol.asyncDispose]()
    expect(await found({ ...settings }, 'mail')).toEqual(
      matching(/^problem mail: The mail server cannot be used \(127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    )
  })
})
