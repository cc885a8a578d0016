import { SqliteAdapter, SqliteDialect } from 'kysely'
import type { sqliteConnection } from './sqlite-connection.ts'

/**
 * SQLite for Kysely, with migrations in a transaction. Kysely itself runs them without one on SQLite, although its DDL is transactional:
 * two processes that open a new database would then create the same table, and an interrupted migration would leave its changes behind.
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
