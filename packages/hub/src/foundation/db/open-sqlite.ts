import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import { AfterCommit } from './after-commit.ts'
import { damageMessage, DatabaseProblem } from './database-problem.ts'
import type { Db, Tx } from './db.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/**
 * Opens (and migrates) a SQLite file: one writer connection and one reader connection.
 * `:memory:` is not supported, because the two connections would see two databases.
 * @param options.busyMs how long statements wait for a lock of another process, before they fail with `database.unavailable`; milliseconds
 * @param options.isThrowAway a power failure may lose everything: for tests, which would otherwise wait for the disk at each commit
 * @throws {DatabaseProblem}
 */
export async function openSqlite(file: string, options: { isThrowAway?: boolean; busyMs?: number } = {}): Promise<Db> {
  try {
    return await open(file, options)
  } catch (error) {
    const damage = damageMessage(error)
    throw damage === null ? error : new DatabaseProblem('database.damaged', damage)
  }
}

async function open(file: string, options: { isThrowAway?: boolean; busyMs?: number }): Promise<Db> {
  const { busyMs } = options
  const writer = new Kysely<Database>({ dialect: sqliteDialect(sqliteConnection(file), busyMs) })
  try {
    await migrate(writer, 'sqlite')
    // SQLite opens a file that may only be read without a word, and the first write would fail.
    await access(file, constants.W_OK)
  } catch (error) {
    await writer.destroy()
    throw error
  }
  const reader = sqliteConnection(file, { readOnly: true })
  const read = new Kysely<Database>({ dialect: sqliteDialect(reader, busyMs) })
  const afterCommit = new AfterCommit()
  if (options.isThrowAway) await sql`PRAGMA synchronous=OFF`.execute(writer)
  const close = async () => {
    await read.destroy()
    // Kysely closes only what it has used; an open reader would keep the WAL from being checkpointed into the file.
    if (reader.raw.isOpen) reader.raw.close()
    await writer.destroy()
  }
  return {
    dialect: 'sqlite',
    location: { dialect: 'sqlite', file },
    read,
    async write(work) {
      let current: Tx | undefined
      const result = await writer.transaction().execute((tx) => work((current = tx)))
      if (current) afterCommit.run(current)
      return result
    },
    afterCommit: (tx, effect) => afterCommit.add(tx, effect),
    close,
    [Symbol.asyncDispose]: close,
  }
}
