import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newPostgresDatabase } from '../../testing/new-postgres-database.ts'
import { databases } from '../../testing/open-test-hub.ts'
import type { Db } from './db.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'

describe.for(databases)('a database of another version on %s', (database) => {
  let folder = ''
  let server: Awaited<ReturnType<typeof newPostgresDatabase>> | null = null
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-refuse-'))
    server = database === 'postgres' ? await newPostgresDatabase() : null
  })
  afterEach(async () => {
    await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const open = (): Promise<Db> => (server === null ? openSqlite(join(folder, 'hub.db')) : openPostgres(server.url))
  /** Opens the database, changes it, and reopens it. @returns the message of the second attempt */
  const reopened = async (...statements: string[]): Promise<unknown> => {
    const db = await open()
    await db.write(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
    await db.close()
    return open().then(
      (again) => again.close(),
      (error: unknown) => error,
    )
  }
  const made = (name: string) => `insert into kysely_migration(name, timestamp) values ('${name}', '2027-01-01T00:00:00.000Z')`

  test('opens when it is this one', async () => {
    expect(await reopened()).toBe(undefined)
  })

  test('is refused when it is newer', async () => {
    expect(await reopened(made('9000-later'))).toMatchObject({
      name: 'DatabaseProblem',
      code: 'database.newer',
      message: expect.stringMatching(/^A newer version of Portolan has migrated this database to 9000-later, [^\n]+\.$/) as string,
    })
  })

  test('is refused when it is of before the first release, whichever of its versions', async () => {
    const refused = {
      name: 'DatabaseProblem',
      code: 'database.unreleased',
      message: expect.stringMatching(
        /^This database was created before version 0\.1\.0 and [^\n]+`portolan backup` [^\n]+`portolan restore` [^\n]+\.$/,
      ) as string,
    }
    const onlyInitial = "delete from kysely_migration where name <> '0001-initial'"
    expect(await reopened('drop index audit_repo', 'alter table audit drop column repo_uid', onlyInitial)).toMatchObject(refused)
    const names = ['0002-event-log', '0017-robots']
    for (const name of names) {
      await server?.[Symbol.asyncDispose]()
      server = database === 'postgres' ? await newPostgresDatabase() : null
      await rm(folder, { recursive: true })
      folder = await mkdtemp(join(tmpdir(), 'portolan-refuse-'))
      expect(await reopened(made(name))).toMatchObject(refused)
    }
  })
})
