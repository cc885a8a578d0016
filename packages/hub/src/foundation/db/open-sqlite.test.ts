import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from './open-sqlite.ts'

test('a closed database is one file: whoever copies it has everything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-test-'))
  try {
    const db = await openSqlite(join(folder, 'hub.db'))
    await db.write((tx) => tx.insertInto('setting').values({ name: 'a', value: 'b' }).execute())
    await db.close()
    expect(await readdir(folder)).toEqual(['hub.db'])
    await db.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
