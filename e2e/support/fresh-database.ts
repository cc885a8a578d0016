import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates a separate database on the test server; dispose drops it. */
export async function freshDatabase(server: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`) }
}
