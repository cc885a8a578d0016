import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { databases, openRelease, releases } from '../../testing/open-test-hub.ts'
import type { DbLocation } from './db.ts'

/** A connection on which rows are deleted without those that reference them. */
async function connect(location: DbLocation) {
  if (location.dialect === 'sqlite') {
    const file = new DatabaseSync(location.file, { enableForeignKeyConstraints: false })
    return { rows: async (statement: string) => file.prepare(statement).all(), end: async () => file.close() }
  }
  const client = new pg.Client({ connectionString: location.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  return { rows: async (statement: string) => (await client.query(statement)).rows as Record<string, unknown>[], end: () => client.end() }
}

const tablesWithIds = {
  sqlite: `select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'id' and c.type = 'INTEGER' where m.type = 'table'
    and m.name not like 'name_tri%' and m.name not like 'card_fts%' order by 1`,
  postgres: `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' order by 1`,
}
const columnsOf = {
  sqlite: (table: string) => `select name from pragma_table_info('${table}') where name <> 'id'`,
  postgres: (table: string) =>
    `select column_name as name from information_schema.columns where table_name = '${table}' and column_name <> 'id'`,
}

describe.for(databases)('row ids on %s', (database) => {
  test('are not given again when the last row of a table is gone', async () => {
    await using hub = await openRelease(releases.at(-1) ?? '', database)
    const { rows, end } = await connect(hub.db.location)
    try {
      const tables = (await rows(tablesWithIds[database])).map(({ name }) => String(name))
      expect(tables).toEqual(expect.arrayContaining(['account', 'repo', 'webhook_delivery', 'xet_xorb']))
      const again: string[] = []
      for (const table of tables) {
        const columns = (await rows(columnsOf[database](table))).map(({ name }) => name).join(', ')
        await rows(`create temp table kept as select * from ${table} order by id desc limit 1`)
        await rows(`delete from ${table} where id = (select id from kept)`)
        const [made] = await rows(`insert into ${table}(${columns}) select ${columns} from kept returning id`)
        const [before] = await rows('select id from kept')
        if (Number(made?.['id']) <= Number(before?.['id'])) again.push(`${table} ${String(made?.['id'])}`)
        await rows('drop table kept')
      }
      expect(again).toEqual([])
    } finally {
      await end()
    }
  })
})
