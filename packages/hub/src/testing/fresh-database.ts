import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from '../foundation/db/db.ts'
import { openPostgres } from '../foundation/db/open-postgres.ts'
import { openSqlite } from '../foundation/db/open-sqlite.ts'

/*
 * Migrating takes most of the time of a small test, so it is done once per state of the migrations. On SQLite, a test gets a copy of the
 * file; on Postgres, a database used by an earlier test.
 */

/** The schema for a test's tables: never the default one, so that code that forgets to name it is caught. */
const schema = 'hub'
/** How long an earlier test's connections may take to end. Milliseconds. */
const timeoutMs = 60_000

let version: string | undefined

/** Identifies the migrated state: tables without rows. */
function migrated(): string {
  version ??= globSync(['migrate.ts', 'open-*.ts', 'migrations/*.ts'], { cwd: join(import.meta.dirname, '../foundation/db') })
    .toSorted()
    .reduce((hash, file) => hash.update(readFileSync(join(import.meta.dirname, '../foundation/db', file))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)
  return version
}

/** @param file is created; must not exist */
export async function openFreshSqlite(file: string): Promise<Db> {
  const template = join(tmpdir(), `portolan-test-${migrated()}.db`)
  if (!existsSync(template)) {
    const making = `${template}.${randomBytes(6).toString('hex')}`
    await (await openSqlite(making)).close()
    // If someone else created it in the meantime, it is the same.
    await rename(making, template)
  }
  await copyFile(template, file)
  return openSqlite(file, { isThrowAway: true })
}

/** A database reserved for this process until it ends. */
interface OwnDatabase {
  readonly url: string
  /** Empties it. Kept open, like the locks: opening a connection costs the server several times what it is used for. */
  cleaner: QuietConnection | null
}

/** This process's databases that no test is using. */
const idle: OwnDatabase[] = []
/** Names this process has locked. One connection can acquire the same lock twice. */
const asked = new Set<string>()
let locks: Promise<QuietConnection> | undefined

/**
 * Reserves a separate database on the server until `release`. Later tests of this or another process reuse them: only as many are created as are ever
 * needed at the same time. A database is emptied when it is reserved, not when it is released, because a test may end in any way.
 */
export async function openFreshPostgres(url: string): Promise<{ db: Db; release(): Promise<void> }> {
  const database = idle.pop() ?? { url: await claim(url), cleaner: null }
  if (database.cleaner === null) {
    database.cleaner = await connect(database.url)
    database.cleaner.client.once('end', () => (database.cleaner = null))
  }
  await inUse(database.cleaner, empty)
  const db = await openPostgres(database.url, { schema, maxConnections: 4 })
  return { db, release: async () => void idle.push(database) }
}

/** The first unreserved database, created if there is none. */
async function claim(url: string): Promise<string> {
  locks ??= connect(url)
  return inUse(await locks, async (client) => {
    for (let i = 0; ; i++) {
      const name = `portolan_test_${migrated()}_${i}`
      if (asked.has(name)) continue
      asked.add(name)
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [name])
      if (rows[0]?.mine !== true) continue
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      if (rowCount === 0) await client.query(`create database ${name}`)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    }
  })
}

/** A connection that keeps the process alive only while it is in use. */
interface QuietConnection {
  readonly client: pg.Client
  readonly socket: Socket
}

async function connect(url: string): Promise<QuietConnection> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  // One closed by the server is not reused; without a listener it would terminate the process.
  client.on('error', () => {})
  await client.connect()
  socket.unref()
  return { client, socket }
}

async function inUse<T>({ client, socket }: QuietConnection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  socket.ref()
  try {
    return await use(client)
  } finally {
    socket.unref()
  }
}

/** Ends what an earlier test left open, and empties every table except the list of migrations. */
async function empty(client: pg.Client): Promise<void> {
  // They end asynchronously: until then they may still take numbers from sequences, and lock rows.
  for (const until = performance.now() + timeoutMs; ; await delay(10)) {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    if (rowCount === 0) break
    if (performance.now() > until) throw new Error('Connections of an earlier test do not end')
  }
  await client.query(`
    set session_replication_role = replica;
    do $$ declare each record; begin
      for each in select tablename as name from pg_tables where schemaname = '${schema}' and tablename not like 'kysely_%' loop
        execute format('delete from ${schema}.%I', each.name);
      end loop;
      for each in select sequencename as name from pg_sequences where schemaname = '${schema}' and last_value is not null loop
        perform setval(format('${schema}.%I', each.name), 1, false);
      end loop;
    end $$`)
}
