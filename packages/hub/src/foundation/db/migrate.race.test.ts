import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { databases } from '../../testing/open-test-hub.ts'
import { newPostgresDatabase } from '../../testing/new-postgres-database.ts'

/* The server and the command line tool are separate processes, and both migrate the database when they start. */

const processes = 4

/** Opens the hub on a command from standard input, with the administrator from the settings, and prints what it finds. */
const program = `
  import { bootstrap } from ${JSON.stringify(new URL('../../identity/accounts/index.ts', import.meta.url).href)}
  import { testHubConfig } from ${JSON.stringify(new URL('../../testing/test-hub-config.ts', import.meta.url).href)}
  import { silentLogger } from ${JSON.stringify(new URL('../../logger.ts', import.meta.url).href)}
  import { openHub } from ${JSON.stringify(new URL('../../open-hub.ts', import.meta.url).href)}
  const [dataDir, databaseUrl] = process.argv.slice(1)
  console.log('ready')
  process.stdin.once('data', async () => {
    await using hub = await openHub({ ...testHubConfig(dataDir), databaseUrl: databaseUrl || null }, silentLogger)
    await bootstrap(hub, { user: 'ada', token: 'hf_' + 'a'.repeat(30) })
    const accounts = await hub.db.read.selectFrom('account').select('name').execute()
    const tokens = await hub.db.read.selectFrom('access_token').select('hint').execute()
    console.log(JSON.stringify([accounts, tokens]))
  })`

async function startProcess(dataDir: string, databaseUrl: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir, databaseUrl], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let problems = ''
  child.stderr.on('data', (piece) => (problems += String(piece)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect([(await lines.next()).value, problems]).toEqual(['ready', ''])
  return {
    begin: () => child.stdin.end('go'),
    said: async () => ({ line: ((await lines.next()).value as string | undefined) ?? '', status: await ended, problems }),
  }
}

describe.for(databases)('a new hub on %s', (database) => {
  test(`is made by one of ${processes} processes that open it at once, and all of them have it`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-race-'))
    await using server = database === 'postgres' ? await newPostgresDatabase() : null
    try {
      const children = await Promise.all(Array.from({ length: processes }, () => startProcess(folder, server?.url ?? '')))
      for (const child of children) child.begin()
      for (const child of children)
        expect(await child.said()).toEqual({ line: JSON.stringify([[{ name: 'ada' }], [{ hint: 'aaaa' }]]), status: 0, problems: '' })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
