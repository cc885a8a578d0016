import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from '../db/db.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { openSqlite } from '../db/open-sqlite.ts'

/*
 * Migrating takes most of the time that a small test needs: it is done once for each state of the migrations. On SQLite a test gets a copy of the
 * file, on Postgres a database that an earlier test has left.
 */

/** The schema of a test's tables: never the default one, so that what forgets to name it is found. */
const schema = 'hub'
/** How long the end of connections that an earlier test left is waited for. Milliseconds. */
const patienceMs = 2_000

let version: string | undefined

/** Stands for what the migrations make: tables, and no rows. */
function migrated(): string {
  version ??= globSync(['migrate.ts', 'open-*.ts', 'migrations/*.ts'], { cwd: join(import.meta.dirname, '../db') })
    .toSorted()
    .reduce((hash, file) => hash.update(readFileSync(join(import.meta.dirname, '../db', file))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)
  return version
}

/** @param file is made; must not exist */
export async function openFreshSqlite(file: string): Promise<Db> {
  const template = join(tmpdir(), `portolan-test-${migrated()}.db`)
  if (!existsSync(template)) {
    const making = `${template}.${randomBytes(6).toString('hex')}`
    await (await openSqlite(making)).close()
    // Whoever else made it meanwhile made the same.
    await rename(making, template)
  }
  await copyFile(template, file)
  return openSqlite(file)
}

/**
 * A database of its own on the server, until `release`. They are used again by later tests, of this process or another: as many are made as are ever
 * needed at the same time. One is emptied when it is taken, not when it is given back, since a test may end in any way.
 */
export async function openFreshPostgres(url: string): Promise<{ db: Db; release(): Promise<void> }> {
  // Holds the lock that says whose the database is.
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    const name = await claim(holder)
    const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
    await empty(own)
    return { db: await openPostgres(own, { schema, maxConnections: 4 }), release: () => holder.end() }
  } catch (error) {
    await holder.end()
    throw error
  }
}

/** The first database that nobody has; made when there is none. */
async function claim(holder: pg.Client): Promise<string> {
  for (let i = 0; ; i++) {
    const name = `portolan_test_${migrated()}_${i}`
    const { rows } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [name])
    if (rows[0]?.mine !== true) continue
    const { rowCount } = await holder.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await holder.query(`create database ${name}`)
    return name
  }
}

/** Ends what an earlier test left open, and empties every table but the list of migrations. */
async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // They end when they get to it: until then they may still take numbers from sequences, and lock rows.
  for (const until = performance.now() + patienceMs; performance.now() < until; await delay(10)) {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    if (rowCount === 0) break
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
  await client.end()
}
