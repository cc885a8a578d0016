import { SqliteAdapter, SqliteDialect } from 'kysely'
import type { sqliteConnection } from './sqlite-connection.ts'

/**
 * SQLite for Kysely, with migrations in a transaction. Kysely itself runs them without one on SQLite, although its tables can be made and changed in a
 * transaction: two processes that open a new database then make the same table, and what breaks off in the middle stays.
 */
export function sqliteDialect(database: ReturnType<typeof sqliteConnection>): SqliteDialect {
  return new TransactionalSqlite({ database })
}

class TransactionalSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
