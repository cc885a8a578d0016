import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db.ts'

/** What came of counting one more. */
export interface Counted {
  readonly isOver: boolean
  /** How many more are allowed in this window. */
  readonly left: number
  /** Until the window ends. */
  readonly seconds: number
}

/** Counts by key in fixed windows. */
export interface RateLimiter {
  count(key: string): Promise<Counted>
  forget(key: string): Promise<void>
}

const table = 'rate_limit'
/** Keys that a limit in memory holds at most: names and addresses can be made up without end. The one that was counted longest ago is forgotten. */
const maxKeysInMemory = 100_000

/**
 * A limit of its own name. On Postgres all servers count together; on SQLite there is one server, which counts in its memory. Keys are kept as
 * hashes: they have names and addresses of people in them, and any length.
 */
export function openRateLimiter(
  db: Db,
  { name, max, windowSeconds, maxKeys = maxKeysInMemory }: { name: string; max: number; windowSeconds: number; maxKeys?: number },
): RateLimiter {
  const options = { keyPrefix: name, points: max, duration: windowSeconds }
  const inMemory = new RateLimiterMemory(options)
  const keys = new LRUCache<string, true>({
    max: maxKeys,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void inMemory.delete(key)
    },
  })
  const limiter: RateLimiterAbstract =
    db.dialect === 'sqlite'
      ? inMemory
      : new RateLimiterPostgres({
          ...options,
          storeClient: clientOf(db),
          storeType: 'pool',
          tableName: table,
          tableCreated: true,
          clearExpiredByTimeout: false,
          // Whoever is over the limit is told so without asking the database again.
          inMemoryBlockOnConsumed: max + 1,
          // While Postgres does not answer, each server counts by itself.
          insuranceLimiter: inMemory,
        })
  return {
    count: async (key) => {
      const counted = hashed(key)
      keys.set(counted, true)
      const { isOver, result } = await limiter.consume(counted).then(
        (allowed) => ({ isOver: false, result: allowed }),
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return { isOver: true, result: refused }
          throw refused
        },
      )
      return { isOver, left: isOver ? 0 : result.remainingPoints, seconds: Math.ceil(result.msBeforeNext / 1000) }
    },
    forget: async (key) => {
      await limiter.delete(hashed(key))
    },
  }
}

/** Deletes counts of windows that have ended. */
export async function pruneRateLimits(db: Db): Promise<void> {
  await db.write((tx) => tx.deleteFrom(table).where('expire', '<', Date.now()).execute())
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** What the library asks of a pool of `pg`, over ours. */
function clientOf(db: Db) {
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await db.write((tx) => tx.executeQuery(CompiledQuery.raw(text, values)))
      return { rows, rowCount: rows.length }
    },
  }
}
