import { describe, expect, test } from 'vitest'
import { databases, openTestHub } from '../testing/open-test-hub.ts'
import { migrateEmpty } from './migrate-empty.ts'
import { migrations } from './migrate.ts'

const names = Object.keys(migrations).toSorted()

describe.for(databases)('an empty database on %s', (database) => {
  test('goes back to an older schema for rows of an older version, and forward again with them', async () => {
    await using hub = await openTestHub({ database })
    const columns = { uid: 'u', kind: 'user' as const, name: 'ada', fullname: 'ada', created: 1 }
    const tablesThen = await migrateEmpty(hub.db.location, names.slice(0, 1), async () => {
      await hub.db.write((tx) => tx.insertInto('account').values(columns).execute())
      return hub.db.read
        .selectFrom('progress')
        .select('id')
        .execute()
        .catch((error: unknown) => String(error))
    })
    expect(tablesThen).toMatch(/no such table|does not exist/)
    expect(await hub.db.read.selectFrom('account').select('name').execute()).toEqual([{ name: 'ada' }])
    expect(await hub.db.read.selectFrom('progress').select('id').execute()).toEqual([])
  })

  test('is up to date again when the filling fails', async () => {
    await using hub = await openTestHub({ database })
    const failing = migrateEmpty(hub.db.location, names.slice(0, 2), () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await hub.db.read.selectFrom('collector_mark').select('key').execute()).toEqual([])
  })
})
