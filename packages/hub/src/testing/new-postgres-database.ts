import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface NewPostgresDatabase extends AsyncDisposable {
  readonly url: string
  /** Runs statements on a connection of their own. */
  query(statements: string): Promise<void>
  /** Runs `work` while another connection is in a transaction that began with `statement`, such as a lock. */
  during<T>(statement: string, work: () => Promise<T>): Promise<T>
}

/** An empty database on the test server, not migrated; dropped on dispose. For testing what happens when a database is opened. */
export async function newPostgresDatabase(): Promise<NewPostgresDatabase> {
  const server = process.env['PORTOLAN_TEST_POSTGRES_URL']
  if (server === undefined) throw new Error('PORTOLAN_TEST_POSTGRES_URL is not set')
  const name = `portolan_new_${randomBytes(6).toString('hex')}`
  const run = async (statements: string, connectionString = server) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      await client.query(statements)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    url,
    query: (statements) => run(statements, url),
    async during(statement, work) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(`begin; ${statement}`)
        return await work()
      } finally {
        await client.end()
      }
    },
    [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`),
  }
}
