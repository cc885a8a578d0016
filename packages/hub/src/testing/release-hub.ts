import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import type { Dialect } from '../foundation/db/db.ts'
import { openPostgres } from '../foundation/db/open-postgres.ts'
import { openSqlite } from '../foundation/db/open-sqlite.ts'
import { silentLogger } from '../logger.ts'
import { testHubConfig } from './test-hub-config.ts'
import { hubFrom } from '../open-hub.ts'
import { newPostgresDatabase } from './new-postgres-database.ts'
import type { TestHub } from './open-test-hub.ts'

/*
 * Data folders of releases: `releases/<version>/` contains `hub.db.gz` (SQLite), `postgres.sql.gz` (the same for Postgres), `data/` (blobs, parts of uploads)
 * and `tables.json` (names of the tables). Each is recorded once, by that release's code, and opened by every later version.
 */

const recordings = join(import.meta.dirname, 'releases')
/** The hub's clock when a release is recorded. */
const recordedAt = Date.parse('2026-11-23T12:00:00Z')

/** Recorded versions, oldest first. */
export const releases: readonly string[] = existsSync(recordings)
  ? readdirSync(recordings).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  : []

/** A hub to be recorded: empty, with a reproducible clock and random numbers. */
export function openHubToRecord(database: Dialect): Promise<TestHub> {
  return openOn(database, async () => {}, recordedAt, 'to record')
}

/** A copy of a recorded release, migrated to this version; an hour after it was recorded. */
export function openRelease(version: string, database: Dialect): Promise<TestHub> {
  const folder = join(recordings, version)
  const unpack = async (dataDir: string, url: string | null) => {
    await cp(join(folder, 'data'), dataDir, { recursive: true })
    if (url === null) await writeFile(join(dataDir, 'hub.db'), gunzipSync(await readFile(join(folder, 'hub.db.gz'))))
    else await loadPostgres(url, gunzipSync(await readFile(join(folder, 'postgres.sql.gz'))).toString())
  }
  return openOn(database, unpack, recordedAt + 3_600_000, `to open ${version}`)
}

async function openOn(
  database: Dialect,
  unpack: (dataDir: string, url: string | null) => Promise<void>,
  start: number,
  seed: string,
): Promise<TestHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-release-'))
  const server = database === 'postgres' ? await newPostgresDatabase() : null
  const remove = async () => {
    await server?.[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await unpack(dataDir, server?.url ?? null)
    const db = server === null ? await openSqlite(join(dataDir, 'hub.db')) : await openPostgres(server.url, { maxConnections: 4 })
    let time = start
    const config = testHubConfig(dataDir)
    const hub = await hubFrom({ config, log: silentLogger, db, now: () => new Date(time), randomBytes: numbersFrom(seed) })
    const close = async () => {
      await hub.close()
      await remove()
    }
    return { ...hub, close, [Symbol.asyncDispose]: close, tick: (ms) => (time += ms) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Random-looking bytes, the same for each seed. */
function numbersFrom(seed: string): (length: number) => Buffer {
  let count = 0
  return (length) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () => createHash('sha256').update(`${seed} ${count++}`).digest())
    return Buffer.concat(blocks).subarray(0, length)
  }
}

/**
 * Writes a hub's data to a recordings folder, and closes its database.
 * @param postgresBin directory of `pg_dump`; for a hub on Postgres
 * @throws when a table has no rows
 */
export async function recordRelease(hub: TestHub, version: string, postgresBin: string | null): Promise<void> {
  const folder = join(recordings, version)
  const { dataDir } = hub.config
  const counts = await countRows(hub)
  const empty = [...counts].filter(([, rows]) => rows === 0).map(([table]) => table)
  if (empty.length > 0) throw new Error(`Nothing puts rows into ${empty.join(', ')}: apps/server/src/testing/fill-release.ts`)
  await mkdir(join(folder, 'data'), { recursive: true })
  await writeFile(join(folder, 'tables.json'), `${JSON.stringify([...counts.keys()], null, 2)}\n`)
  const { location } = hub.db
  // A dump is consistent by itself. The SQLite file is complete once it is closed.
  if (location.dialect === 'postgres') await writeFile(join(folder, 'postgres.sql.gz'), packed(dumpPostgres(location.url, postgresBin)))
  await hub.db.close()
  if (location.dialect === 'sqlite') {
    const file = new DatabaseSync(location.file)
    file.exec('vacuum')
    file.close()
    await writeFile(join(folder, 'hub.db.gz'), packed(readFileSync(location.file)))
  }
  // Named by their contents: the same for both engines.
  for (const name of ['blobs', 'uploads'])
    if (existsSync(join(dataDir, name))) await cp(join(dataDir, name), join(folder, 'data', name), { recursive: true })
}

/** Rows of every table, by name; without the tables of the engine and the migrator. */
export async function countRows(hub: TestHub): Promise<Map<string, number>> {
  const all = await hub.db.write((tx) => tx.introspection.getTables())
  const names = all.map(({ name }) => name).filter((name) => !/^(?:sqlite_|name_tri|card_fts)/.test(name))
  const counts = new Map<string, number>()
  for (const name of names.toSorted()) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(hub.db.read)
    counts.set(name, Number(rows[0]?.n))
  }
  return counts
}

/** Removes an incomplete recording. */
export async function forgetRelease(version: string): Promise<void> {
  await rm(join(recordings, version), { recursive: true, force: true })
}

/** Tables of the release. */
export function tablesOf(version: string): string[] {
  return JSON.parse(readFileSync(join(recordings, version, 'tables.json'), 'utf8')) as string[]
}

/** The same bytes for the same content. */
function packed(content: Buffer | string): Buffer {
  return gzipSync(content, { level: 9 })
}

function dumpPostgres(url: string, bin: string | null): string {
  const args = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', '--no-comments', '--dbname', url]
  const done = spawnSync(bin === null ? 'pg_dump' : join(bin, 'pg_dump'), args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (done.status !== 0) throw new Error(`pg_dump: ${done.error ? String(done.error) : done.stderr}`)
  // psql commands, and settings that only newer servers know.
  return done.stdout
    .split('\n')
    .filter((line) => !line.startsWith('\\') && !line.startsWith('--') && !line.startsWith('SET transaction_timeout'))
    .join('\n')
}

async function loadPostgres(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(dump)
  await client.end()
}
