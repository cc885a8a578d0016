import { type KyselyPlugin, sql } from 'kysely'
import type { Hub } from '../hub.ts'

/** The hub, with a hook that runs after each read of a table. */
export function afterReadsOf(hub: Hub, table: string, happens: () => Promise<void>): Hub {
  return { ...hub, db: { ...hub.db, read: hub.db.read.withPlugin(afterQueries((query) => query.includes(table), happens)) } }
}

/** The hub, with a hook that runs after each write of this kind, inside the transaction. */
export function afterWritesOf(hub: Hub, words: string, happens: () => Promise<void>): Hub {
  const write: Hub['db']['write'] = (work) =>
    hub.db.write((tx) => work(tx.withPlugin(afterQueries((query) => query.includes(words), happens))))
  return { ...hub, db: { ...hub.db, write } }
}

/**
 * Starts a job while a transaction of this process is open. Resolves when the job is done, or is blocked until that transaction ends: on
 * SQLite because it requests to write, on Postgres because it waits for a lock.
 */
export async function startSecondProcess<T>(hub: Hub, work: (hub: Hub) => Promise<T>): Promise<{ readonly working: Promise<T> }> {
  const asks = Promise.withResolvers<void>()
  const write: Hub['db']['write'] = (change) => {
    asks.resolve()
    return hub.db.write(change)
  }
  const working = work({ ...hub, db: { ...hub.db, write } })
  let isDone = false
  const ended = Promise.allSettled([working]).then(() => (isDone = true))
  await Promise.race([asks.promise, ended])
  if (hub.db.dialect === 'postgres') while (!isDone && !(await someoneWaits(hub))) continue
  return { working }
}

async function someoneWaits(hub: Hub): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    hub.db.read,
  )
  return rows.length > 0
}

function afterQueries(matches: (query: string) => boolean, happens: () => Promise<void>): KyselyPlugin {
  const asked = new WeakMap<object, string>()
  return {
    transformQuery({ node, queryId }) {
      asked.set(
        queryId,
        JSON.stringify(node, (_, value: unknown) => (value instanceof Uint8Array ? '' : value)),
      )
      return node
    },
    async transformResult({ result, queryId }) {
      if (matches(asked.get(queryId) ?? '')) await happens()
      return result
    },
  }
}
