import { setTimeout as delay } from 'node:timers/promises'
import { HubError } from '@portolan/contract'
import { type DatabaseConnection, type Driver, SqliteAdapter, SqliteDialect } from 'kysely'
import { isTurnOver, nextQueryTurn } from '../schedule/index.ts'
import { isSqliteBusy, type sqliteConnection } from './sqlite-connection.ts'

const defaultBusyMs = 10_000
const retryEveryMs = 20
/** Clients may retry after this. Seconds. */
const retryAfter = 5

/**
 * SQLite for Kysely, with migrations in a transaction. Kysely itself runs them without one on SQLite, although its DDL is transactional:
 * two processes that open a new database would then create the same table, and an interrupted migration would leave its changes behind.
 * @param busyMs how long statements wait for a lock of another process. SQLite itself would wait in the event loop. Milliseconds.
 */
export function sqliteDialect(database: ReturnType<typeof sqliteConnection>, busyMs = defaultBusyMs): SqliteDialect {
  return new TransactionalSqlite(database, busyMs)
}

class TransactionalSqlite extends SqliteDialect {
  readonly #database: ReturnType<typeof sqliteConnection>
  readonly #busyMs: number

  constructor(database: ReturnType<typeof sqliteConnection>, busyMs: number) {
    super({ database })
    this.#database = database
    this.#busyMs = busyMs
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const patient = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options)
      if (!patient.has(connection)) {
        patient.add(connection)
        guard(connection, this.#busyMs, this.#database.isReadOnly)
      }
      return connection
    }
    const rollback = driver.rollbackTransaction.bind(driver)
    driver.rollbackTransaction = async (connection) => {
      // A full disk ends the transaction by itself. The error that the caller has to see is the one from before.
      if (this.#database.raw.isTransaction) await rollback(connection)
    }
    return driver
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const readOnlyCode = 8
/** What SQLite's result codes (sqlite3.h) mean to a caller. */
const problems: Readonly<Record<number, () => HubError>> = {
  // READONLY, IOERR, CANTOPEN: the file system refuses.
  [readOnlyCode]: () => new HubError('database.unavailable', { retryAfter }),
  10: () => new HubError('database.unavailable', { retryAfter }),
  14: () => new HubError('database.unavailable', { retryAfter }),
  // CORRUPT, NOTADB
  11: () => new HubError('storage.damaged', { message: 'The database file is damaged.' }),
  26: () => new HubError('storage.damaged', { message: 'The database file is damaged.' }),
  // FULL
  13: () => new HubError('storage.full'),
}

/**
 * Retries statements while another process holds a lock: one that SQLite rejects as busy has had no effect. Other problems of the file become errors
 * with a code. SQLite answers at once, so one query after another would never let others have their turn: a queue of queries waits for it.
 * @throws {HubError} `database.unavailable` from each statement, once a lock has been held for `busyMs`
 */
function guard(connection: DatabaseConnection, busyMs: number, isReader: boolean): void {
  const execute = connection.executeQuery.bind(connection)
  let busySince: number | null = null
  connection.executeQuery = async (query, options) => {
    if (isTurnOver()) await nextQueryTurn()
    for (;;) {
      try {
        const result = await execute(query, options)
        busySince = null
        return result as never
      } catch (error) {
        if (!isSqliteBusy(error)) {
          const code = Number((error as { errcode?: unknown }).errcode ?? 0) & 0xff
          // A reader is read-only on purpose: a write through it is a mistake in our code.
          const problem = isReader && code === readOnlyCode ? undefined : problems[code]
          throw problem === undefined ? error : Object.assign(problem(), { cause: error })
        }
        busySince ??= performance.now()
        if (performance.now() - busySince >= busyMs) throw new HubError('database.unavailable', { retryAfter }, { cause: error })
      }
      await delay(retryEveryMs)
    }
  }
}
