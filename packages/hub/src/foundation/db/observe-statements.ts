import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { DatabaseConnection, Dialect } from 'kysely'
import type { DbLocation } from './db.ts'

/** A statement that runs or has run. It has no values: those may be secret. */
export interface ObservedStatement {
  /** Compare by identity with `hub.db.location`: a process may have several databases. */
  readonly location: DbLocation
  readonly sql: string
  /** Rows returned or changed; absent while it runs, and when it failed. */
  rows?: number
}

/** Somebody waits for a connection, has it, or gives it back. On SQLite there are two: the writer's and the readers'. */
export interface ConnectionEvent {
  readonly location: DbLocation
  readonly kind: 'wait' | 'taken' | 'failed' | 'released'
  /** For `taken`: the wait. Milliseconds. */
  readonly waitedMs?: number
}

/**
 * Every statement of the hub in this thread, with the waits for locks that belong to it. It belongs to the process, not to a hub, so listeners compare
 * `location`. Costs nothing while nobody listens.
 */
export const statements = tracingChannel<ObservedStatement>('portolan:statement')
/** Messages are {@link ConnectionEvent}. */
export const connections = channel('portolan:connection')

/** Announces the statements and connections of a dialect on {@link statements} and {@link connections}. */
export function observed(dialect: Dialect, location: DbLocation): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      const release = driver.releaseConnection.bind(driver)
      const known = new WeakSet<DatabaseConnection>()
      const tell = (kind: ConnectionEvent['kind'], waitedMs?: number) => {
        if (connections.hasSubscribers) connections.publish({ location, kind, ...(waitedMs === undefined ? {} : { waitedMs }) })
      }
      driver.acquireConnection = async (options) => {
        const begin = performance.now()
        tell('wait')
        const connection = await acquire(options).catch((error: unknown) => {
          tell('failed')
          throw error
        })
        tell('taken', performance.now() - begin)
        if (!known.has(connection)) {
          known.add(connection)
          observeStatements(connection, location)
        }
        return connection
      }
      driver.releaseConnection = async (connection, options) => {
        tell('released')
        await release(connection, options)
      }
      return driver
    },
  }
}

function observeStatements(connection: DatabaseConnection, location: DbLocation): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = (query, options) => {
    if (!statements.hasSubscribers) return execute(query, options) as never
    const statement: ObservedStatement = { location, sql: query.sql }
    return statements.tracePromise(async () => {
      const result = await execute(query, options)
      statement.rows = result.rows.length || Number(result.numAffectedRows ?? 0)
      return result as never
    }, statement)
  }
}
