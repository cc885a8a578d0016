import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations, migratorFor } from './migrate.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { unreleased } from './unreleased.ts'

/** Every table, index, trigger and view, as reported by the database. */
async function schemaOf(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    sql: string | null
  }>`select name, sql from sqlite_master where name not like 'kysely_%' and name not like 'sqlite_%' order by name`.execute(db)
  return rows.map((row) => `${row.name}: ${row.sql}`)
}

test('every file of the folder is a migration, in its order, and none has the name of one before the first release', () => {
  const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'migrations') }).toSorted()
  expect(Object.keys(migrations)).toEqual(files.map((file) => file.replace(/\.ts$/, '')))
  expect(Object.keys(migrations).filter((name) => unreleased.has(name))).toEqual([])
})

test('every migration rolls back to the schema before it, and can be made again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-migrate-'))
  const db = new Kysely<unknown>({ dialect: sqliteDialect(sqliteConnection(join(folder, 'x.db'))) })
  try {
    const migrator = migratorFor(db, 'sqlite')
    const names = Object.keys(migrations)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const before = await schemaOf(db)
      expect((await migrator.migrateTo(name)).error).toBe(undefined)
      const after = await schemaOf(db)
      expect(after).not.toEqual(before)
      expect((await migrator.migrateDown()).error).toBe(undefined)
      expect(await schemaOf(db)).toEqual(before)
      expect((await migrator.migrateTo(name)).error).toBe(undefined)
      expect(await schemaOf(db)).toEqual(after)
    }
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
})
