import { HubError } from '@portolan/contract'
import { type DatabaseConnection, type Driver, PostgresDialect } from 'kysely'
import pg from 'pg'
import { refuseNul } from './refuse-nul.ts'

/** How long a connection may take to open, before the request that wants it fails. Milliseconds. */
const connectMs = 5_000
/** Clients are asked to come back after so long. Seconds. */
const retryAfter = 5
/** How much longer this side waits than Postgres itself: its own refusal says more. Milliseconds. */
const readMarginMs = 2_000
/** How long closing waits for Postgres to say goodbye. Milliseconds. */
const closeMs = 3_000

/**
 * A pool that outlives its connections: when Postgres restarts, ends or freezes them, the queries on them fail, and later ones get new connections.
 * @param statementMs the longest time for one statement, and twice that for a transaction that does nothing; 0 for no limit
 */
export function openPool(config: pg.PoolConfig, statementMs = 0): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...config,
    ...(statementMs === 0
      ? {}
      : {
          statement_timeout: statementMs,
          idle_in_transaction_session_timeout: 2 * statementMs,
          query_timeout: statementMs + readMarginMs,
        }),
  })
  const clients = new Set<Client>()
  // An error of a connection that nobody listens to ends the process: idle ones report to the pool, those in use between two queries to themselves.
  pool.on('error', () => {})
  pool.on('connect', (connected) => {
    const client = connected as Client
    clients.add(client)
    client.on('error', () => {})
    discardAfterTimeout(client)
  })
  pool.on('remove', (client) => clients.delete(client as Client))
  const end = pool.end.bind(pool) as () => Promise<void>
  // A frozen Postgres does not answer the goodbye either.
  pool.end = (async () => {
    const timer = setTimeout(() => {
      for (const client of clients) client.connection.stream.destroy()
    }, closeMs)
    await end().finally(() => clearTimeout(timer))
  }) as typeof pool.end
  return pool
}

type Client = pg.PoolClient & { readonly connection: { readonly stream: { destroy(): void } } }

/** After a query that was given up, the connection still waits for its answer: the next query would wait behind it. */
function discardAfterTimeout(client: Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const result = query(...args)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Query read timeout') client.connection.stream.destroy()
      throw error
    })
  }) as typeof client.query
}

/** Kysely's dialect; what Postgres cannot do at the moment fails with {HubError} `database.unavailable`. */
export class PoolDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const guarded = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options).catch(refuse)
      if (guarded.has(connection)) return connection
      guarded.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async (query, more) => {
        refuseNul(query.parameters)
        return execute(query, more).catch(refuse) as ReturnType<typeof execute<never>>
      }
      return connection
    }
    return driver
  }
}

function refuse(error: unknown): never {
  throw isUnavailable(error) ? new HubError('database.unavailable', { retryAfter, cause: String(error) }) : error
}

/** SQLSTATE classes and codes (PostgreSQL, appendix A) after which the same query may work in a moment. */
const passing = /^(?:08|53|57P0[1-5]|57014|25P03|25P04)/
const broken = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Words of `pg` and its pool for errors without a code. */
const ended =
  /^(?:Connection terminated|Query read timeout|timeout (?:exceeded|expired)|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/** Whether an error says that Postgres is away, overloaded, restarting, or took too long. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (passing.test(code) || broken.has(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return ended.test(error.message)
}
