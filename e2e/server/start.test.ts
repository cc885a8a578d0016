import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../support/fresh-database.ts'

/* How the server starts, refuses to start, and stops. */

const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
const commandLine = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(settings: Record<string, string>, program = [main]) {
  const env = { PATH: process.env['PATH'] ?? '', PORTOLAN_PORT: '0', PORTOLAN_DATA_DIR: folder, ...settings }
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    ended,
    output: () => output,
    /** Waits until the pattern has been printed. */
    async says(pattern: RegExp): Promise<string> {
      // Only ends what hangs.
      for (let waited = 0; waited < 180_000; waited += 50) {
        const found = pattern.exec(output)
        if (found) return found[1] ?? found[0]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`did not say ${pattern}:\n${output}`)
    },
  }
}

test('a first start says where it is and how to begin; a second server keeps off; SIGTERM ends it cleanly', async () => {
  const first = start({})
  const address = await first.says(/Portolan is running at (http:\/\/localhost:\d+)/)
  await first.says(
    /There are no accounts yet\. Open http:\/\/localhost:\d+\/sign-up to create the first one, which becomes the administrator\./,
  )
  expect((await fetch(`${address}/api/health`)).status).toBe(200)

  const second = start({})
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`Another Portolan server is using ${folder}`)

  const busy = start({ PORTOLAN_PORT: new URL(address).port, PORTOLAN_DATA_DIR: join(folder, 'other') })
  expect(await busy.ended).toBe(1)
  expect(busy.output()).toContain('Set PORTOLAN_PORT to use another port')

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const again = start({ PORTOLAN_BOOTSTRAP_USER: 'ada', PORTOLAN_BOOTSTRAP_TOKEN: `hf_${'a'.repeat(34)}` })
  const address2 = await again.says(/Portolan is running at (http:\/\/localhost:\d+)/)
  const whoami = await fetch(`${address2}/api/whoami-v2`, { headers: { authorization: `Bearer hf_${'a'.repeat(34)}` } })
  expect(((await whoami.json()) as { name: string }).name).toBe('ada')
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test('settings that are wrong are named, all at once', async () => {
  const server = start({ PORTOLAN_PORT: 'x', PORTOLAN_SIGN_UP: 'maybe', PORTOLAN_PROT: '1' })
  expect(await server.ended).toBe(2)
  expect(server.output()).toMatch(
    /PORTOLAN_PORT must be a whole number\nPORTOLAN_SIGN_UP must be one of open, invite, closed\nPORTOLAN_PROT is not a setting/,
  )
})

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']

test.for(postgres === undefined ? ['sqlite'] : ['sqlite', 'postgres'])(
  'a database of a newer version, or of before the first one, is refused in one sentence on %s',
  async (engine) => {
    await using database = engine === 'postgres' && postgres !== undefined ? await freshDatabase(postgres) : null
    const settings = {
      PORTOLAN_DATA_DIR: join(folder, `refused-${engine}`),
      ...(database === null ? {} : { PORTOLAN_DATABASE_URL: database.url }),
    }
    const cli = [commandLine, 'migrate']
    const first = start(settings, cli)
    expect([await first.ended, first.output()]).toEqual([0, 'The database is up to date.\n'])
    for (const [name, sentence] of [
      ['9000-later', /^A newer version of Portolan has migrated this database to 9000-later, .+\.\n$/],
      ['0017-robots', /^This database was created before version 0\.1\.0 and .+\.\n$/],
    ] as const) {
      const statement = `insert into kysely_migration(name, timestamp) values ('${name}', '2027-01-01T00:00:00.000Z')`
      if (database === null) {
        const file = new DatabaseSync(join(settings.PORTOLAN_DATA_DIR, 'hub.db'))
        file.exec(statement)
        file.close()
      } else {
        const client = new pg.Client({ connectionString: database.url })
        await client.connect()
        await client.query(statement)
        await client.end()
      }
      for (const program of [[main], cli]) {
        const refused = start(settings, program)
        expect([await refused.ended, refused.output()]).toEqual([1, expect.stringMatching(sentence)])
      }
    }
  },
)
