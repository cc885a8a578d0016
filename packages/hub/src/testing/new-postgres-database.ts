import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** An empty database on the test server, not migrated; dropped on dispose. For testing what happens when a database is opened. */
export async function newPostgresDatabase(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = process.env['PORTOLAN_TEST_POSTGRES_URL']
  if (server === undefined) throw new Error('PORTOLAN_TEST_POSTGRES_URL is not set')
  const name = `portolan_new_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { url, [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`) }
}
