import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db.ts'

/** Result of counting one more. */
export interface Counted {
  readonly isOver: boolean
  /** Calls remaining in this window. */
  readonly left: number
  /** Time until the window ends. */
  readonly seconds: number
}

/** Counts by key in fixed windows. */
export interface RateLimiter {
  count(key: string): Promise<Counted>
  /** Takes back one count. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

const table = 'rate_limit'
/** Maximum keys of an in-memory limit: names and addresses can be made up without end. The least recently counted one is evicted. */
const maxKeysInMemory = 100_000

/**
 * Creates a named limit. On Postgres, all servers count together; on SQLite there is one server, which counts in memory. Keys are stored as
 * hashes: they contain people's names and addresses, and can have any length.
 */
export function openRateLimiter(db: Db, options: RateLimit): RateLimiter {
  const limiter = openExact(db, options)
  const { batch = 1, maxKeys = maxKeysInMemory } = options
  return batch > 1 && db.dialect === 'postgres' ? inBatches(limiter, batch, maxKeys) : limiter
}

export interface RateLimit {
  /** Of the limit; keys of two limits never meet. */
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
  readonly maxKeys?: number
  /**
   * How many a server counts in the database at once, to use them up by itself: for what is asked so often that a write each would cost more than the
   * answer. What is left of a batch when the window ends was counted and not used. Default: 1.
   */
  readonly batch?: number
}

/** A limiter that takes from the database whole batches. */
function inBatches(limiter: ExactLimiter, batch: number, maxKeys: number): RateLimiter {
  const taken = new LRUCache<string, { unused: number; left: number; until: number }>({ max: maxKeys })
  return {
    ...limiter,
    async count(key) {
      const now = Date.now()
      const own = taken.get(key)
      if (own && own.unused > 0 && own.until > now) {
        own.unused--
        return { isOver: false, left: own.left + own.unused, seconds: Math.ceil((own.until - now) / 1000) }
      }
      const counted = await limiter.count(key, batch)
      if (counted.isOver) return counted
      taken.set(key, { unused: batch - 1, left: counted.left, until: now + counted.seconds * 1000 })
      return { ...counted, left: counted.left + batch - 1 }
    },
    async forget(key) {
      taken.delete(key)
      await limiter.forget(key)
    },
  }
}

interface ExactLimiter extends RateLimiter {
  count(key: string, points?: number): Promise<Counted>
}

function openExact(db: Db, { name, max, windowSeconds, maxKeys = maxKeysInMemory }: RateLimit): ExactLimiter {
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
          // A caller over the limit is rejected without querying the database again.
          inMemoryBlockOnConsumed: max + 1,
          // While Postgres is unavailable, each server counts on its own.
          insuranceLimiter: inMemory,
        })
  return {
    count: async (key, points = 1) => {
      const counted = hashed(key)
      keys.set(counted, true)
      const { isOver, result } = await limiter.consume(counted, points).then(
        (allowed) => ({ isOver: false, result: allowed }),
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return { isOver: true, result: refused }
          throw refused
        },
      )
      return { isOver, left: isOver ? 0 : result.remainingPoints, seconds: Math.ceil(result.msBeforeNext / 1000) }
    },
    giveBack: async (key) => {
      await limiter.reward(hashed(key))
    },
    forget: async (key) => {
      await limiter.delete(hashed(key))
    },
  }
}

/** No window is longer. Milliseconds. */
const longestWindowMs = 2 * 86_400_000

/** Deletes the counts of expired windows. */
export async function pruneRateLimits(db: Db): Promise<void> {
  const now = Date.now()
  await db.write((tx) =>
    tx
      .deleteFrom(table)
      // Those far in the future were counted while the clock was ahead.
      .where((eb) => eb.or([eb('expire', '<', now), eb('expire', '>', now + longestWindowMs)]))
      .execute(),
  )
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** The part of the `pg` pool interface the library needs, on top of ours. */
function clientOf(db: Db) {
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await db.write((tx) => tx.executeQuery(CompiledQuery.raw(text, values)))
      return { rows, rowCount: rows.length }
    },
  }
}
