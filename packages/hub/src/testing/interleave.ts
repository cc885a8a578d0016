import type { KyselyPlugin } from 'kysely'
import type { Hub } from '../hub.ts'

/** The hub, with something that happens after each of its reads of a table. */
export function afterReadsOf(hub: Hub, table: string, happens: () => Promise<void>): Hub {
  return { ...hub, db: { ...hub.db, read: hub.db.read.withPlugin(afterQueries((query) => query.includes(table), happens)) } }
}

/** The hub, with something that happens after each of its writes of this kind, inside the transaction. */
export function afterWritesOf(hub: Hub, words: string, happens: () => Promise<void>): Hub {
  const write: Hub['db']['write'] = (work) =>
    hub.db.write((tx) => work(tx.withPlugin(afterQueries((query) => query.includes(words), happens))))
  return { ...hub, db: { ...hub.db, write } }
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
