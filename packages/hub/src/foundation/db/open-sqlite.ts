import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { Kysely } from 'kysely'
import { AfterCommit } from './after-commit.ts'
import { Checkpoints } from './checkpoints.ts'
import { damageMessage, DatabaseProblem } from './database-problem.ts'
import type { Db, DbLocation, Tx } from './db.ts'
import { migrate } from './migrate.ts'
import { observed } from './observe-statements.ts'
import type { Database } from './schema.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { WalSync } from './wal-sync.ts'

/** The log file is cut to this size when it is used from its beginning again. Bytes. */
const maxIdleLogBytes = 64 * 1024 * 1024
/** Commits leave the disk to `WalSync`, and checkpoints to their thread. The log is truncated when one has grown large. */
export const unsyncedCommits = `PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0; PRAGMA journal_size_limit=${maxIdleLogBytes}`

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
  const location: DbLocation = { dialect: 'sqlite', file }
  const connection = sqliteConnection(file)
  const writer = new Kysely<Database>({ dialect: observed(sqliteDialect(connection, busyMs), location) })
  try {
    await migrate(writer, 'sqlite')
    // SQLite opens a file that may only be read without a word, and the first write would fail.
    await access(file, constants.W_OK)
  } catch (error) {
    await writer.destroy()
    throw error
  }
  const reader = sqliteConnection(file, { readOnly: true })
  const read = new Kysely<Database>({ dialect: observed(sqliteDialect(reader, busyMs), location) })
  const afterCommit = new AfterCommit()
  connection.raw.exec(options.isThrowAway ? 'PRAGMA synchronous=OFF' : unsyncedCommits)
  const log = options.isThrowAway ? null : new WalSync(file)
  const checkpoints = options.isThrowAway ? null : new Checkpoints(file)
  await log?.flush()
  const close = async () => {
    await checkpoints?.close()
    await log?.close()
    await read.destroy()
    // Kysely closes only what it has used; an open reader would keep the WAL from being checkpointed into the file.
    if (reader.raw.isOpen) reader.raw.close()
    await writer.destroy()
  }
  return {
    dialect: 'sqlite',
    location,
    read,
    async write(work) {
      let current: Tx | undefined
      const result = await writer.transaction().execute((tx) => work((current = tx)))
      checkpoints?.committed()
      // After the transaction, so that others can commit in the meantime; before anybody is told of it.
      await log?.flush()
      if (current) afterCommit.run(current)
      return result
    },
    async writeAside(work) {
      // The writer's only connection: transactions wait for it.
      const result = await writer.connection().execute(() => work())
      checkpoints?.committed()
      return result
    },
    afterCommit: (tx, effect) => afterCommit.add(tx, effect),
    get isWritable() {
      return log?.isWorking ?? true
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
