import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/fresh-database.ts'

/* Whatever an operator can get wrong ends the server and the command line with a sentence that says what to do, never with a stack. */

const server = join(import.meta.dirname, '../../apps/server/src/main.ts')
const commandLine = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']
/** The user of services on most systems that owns no files. */
const nobody = 65_534
/** Root may write everywhere, so that its tests run the server as somebody else. */
const isRoot = process.getuid?.() === 0
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-faults-'))
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'damaged'))
  await writeFile(join(folder, 'damaged/hub.db'), 'not a database '.repeat(100))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @param as the user to run as, for a test that is run by root */
async function run(settings: Record<string, string>, program = [server], as?: number): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env['PATH'] ?? '', PORTOLAN_PORT: '0', PORTOLAN_DATA_DIR: join(folder, 'data'), ...settings }
  const child = spawn(process.execPath, program, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(as === undefined ? {} : { uid: as, gid: as }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)))
  const late = setTimeout(() => child.kill('SIGKILL'), 100_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(late)
  // That the pages are not built is no fault of these settings.
  return { code, said: said.replaceAll(/^\{.*\}\n/gm, '') }
}

const s3 = { PORTOLAN_S3_BUCKET: 'models', PORTOLAN_S3_ACCESS_KEY_ID: 'a', PORTOLAN_S3_SECRET_ACCESS_KEY: 'hidden' }

const faults: Record<string, [settings: () => Record<string, string>, sentence: RegExp]> = {
  'a data folder that is a file': [
    () => ({ PORTOLAN_DATA_DIR: join(folder, 'file') }),
    /^The data folder \S+ cannot be written: it is a file\. .+PORTOLAN_DATA_DIR\.\n$/,
  ],
  'a data folder below a file': [
    () => ({ PORTOLAN_DATA_DIR: join(folder, 'file/data') }),
    /^The data folder \S+ cannot be written: it is below a file\. .+PORTOLAN_DATA_DIR\.\n$/,
  ],
  'a damaged database': [
    () => ({ PORTOLAN_DATA_DIR: join(folder, 'damaged') }),
    /^The database is damaged \(file is not a database\)\. Restore a backup .+\.\n$/,
  ],
  'a database address that cannot be read': [
    () => ({ PORTOLAN_DATABASE_URL: 'postgres://hub:hid#den@db/hub' }),
    /^Invalid settings:\nPORTOLAN_DATABASE_URL cannot be parsed as a URL\. .+\n$/,
  ],
  'a database where nothing listens': [
    () => ({ PORTOLAN_DATABASE_URL: 'postgres://hub:hidden@127.0.0.1:1/hub' }),
    /^Postgres at 127\.0\.0\.1:1\/hub cannot be used: nothing listens there\. .+PORTOLAN_DATABASE_URL\.\n$/,
  ],
  'a database host that does not exist': [
    () => ({ PORTOLAN_DATABASE_URL: 'postgres://hub:hidden@nowhere.invalid/hub' }),
    /^Postgres at nowhere\.invalid\/hub cannot be used: the host name .+\.\n$/,
  ],
  'a store where nothing listens': [
    () => ({ ...s3, PORTOLAN_S3_ENDPOINT: 'http://127.0.0.1:1' }),
    /^The bucket models at http:\/\/127\.0\.0\.1:1 cannot be used: the connection was refused .+\. Check PORTOLAN_S3_ENDPOINT.+\.\n$/,
  ],
  'an address that is not of this machine': [
    () => ({ PORTOLAN_HOST: '203.0.113.7' }),
    /^This machine does not have the address 203\.0\.113\.7\. Correct PORTOLAN_HOST.+\.\n$/,
  ],
  'a host name that does not exist': [
    () => ({ PORTOLAN_HOST: 'nowhere.invalid' }),
    /^The host name nowhere\.invalid cannot be resolved\. Correct PORTOLAN_HOST.+\.\n$/,
  ],
  'one port for the hub and its metrics, which cannot be read': [
    () => ({ PORTOLAN_PORT: '18999', PORTOLAN_METRICS_PORT: '18999' }),
    /^Invalid settings:\nPORTOLAN_METRICS_PORT must differ from PORTOLAN_PORT; .+\n$/,
  ],
  'a token of the first administrator that cannot be read': [
    () => ({ PORTOLAN_BOOTSTRAP_USER: 'ada', PORTOLAN_BOOTSTRAP_TOKEN: 'hidden' }),
    /^Invalid settings:\nPORTOLAN_BOOTSTRAP_TOKEN must be hf_ followed by 20 to 200 letters and digits\n$/,
  ],
  'a reserved name for the first administrator': [
    () => ({
      PORTOLAN_BOOTSTRAP_USER: 'api',
      PORTOLAN_BOOTSTRAP_TOKEN: `hf_${'a'.repeat(30)}`,
      PORTOLAN_DATA_DIR: join(folder, 'reserved'),
    }),
    /^PORTOLAN_BOOTSTRAP_USER cannot be api\. This name is reserved\.\n$/,
  ],
  'a file of upstreams that does not exist': [
    () => ({ PORTOLAN_INFERENCE_FILE: join(folder, 'none.yaml'), PORTOLAN_DATA_DIR: join(folder, 'upstreams') }),
    /^The upstreams in \S+none\.yaml have errors:\nnone\.yaml:1:1: cannot be read \(ENOENT: .+\): correct PORTOLAN_INFERENCE_FILE \(inference\.unreadable\)\n$/,
  ],
  'a registry folder that does not exist': [
    () => ({ PORTOLAN_REGISTRY_DIR: join(folder, 'none') }),
    /^The registry in \S+ cannot be read: ENOENT: .+\n$/,
  ],
}

describe('the server', () => {
  test.for(Object.keys(faults))('%s', async (name) => {
    const [settings, sentence] = faults[name] as (typeof faults)[string]
    const { code, said } = await run(settings())
    expect(said).toMatch(sentence)
    expect(said).not.toContain('hidden')
    expect(code).toBe(name.endsWith('cannot be read') ? 2 : 1)
  })

  test('a port in use, of the hub and of its metrics', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const port = String((busy.address() as AddressInfo).port)
    expect((await run({ PORTOLAN_PORT: port })).said).toBe(`Port ${port} is already in use. Set PORTOLAN_PORT to use another port.\n`)
    expect((await run({ PORTOLAN_METRICS_PORT: port })).said).toBe(
      `Port ${port} is already in use. Set PORTOLAN_METRICS_PORT to use another port.\n`,
    )
    busy.close()
  })

  test('a data folder that may not be written, whole or in part', async () => {
    const foreign = join(folder, 'foreign')
    const partly = join(folder, 'partly')
    expect((await run({ PORTOLAN_DATA_DIR: partly }, [commandLine, 'migrate'])).said).toBe('The database is up to date.\n')
    await mkdir(foreign)
    await chmod(foreign, 0o555)
    await chmod(folder, 0o755)
    // What a command that was run by root leaves behind: a folder of the hub's user, a database that is not.
    // SQLite opens what may only be read, and fails at the first write.
    await chmod(join(partly, 'hub.db'), 0o444)
    const others = (await readdir(partly, { recursive: true })).filter((name) => name !== 'hub.db').map((name) => join(partly, name))
    if (isRoot) for (const path of [partly, ...others]) await chown(path, nobody, nobody)
    const user = isRoot ? nobody : process.getuid?.()
    for (const path of [foreign, partly]) {
      const { code, said } = await run({ PORTOLAN_DATA_DIR: path }, [server], isRoot ? nobody : undefined)
      expect(said).toMatch(new RegExp(`^The data folder ${path} cannot be written: .+\\. Give it to user ${user} \\(chown -R\\).+\\.\\n$`))
      expect(code).toBe(1)
    }
  })

  test.skipIf(postgres === undefined)('a database that does not exist, or does not know the user', async () => {
    const url = new URL(postgres ?? '')
    url.pathname = '/nowhere'
    expect((await run({ PORTOLAN_DATABASE_URL: url.href })).said).toMatch(
      /^Postgres at \S+\/nowhere cannot be used: the database does not exist\. Create it \(createdb\), .+\.\n$/,
    )
    await using fresh = await freshDatabase(postgres ?? '')
    const stranger = new URL(fresh.url)
    stranger.username = 'stranger'
    expect((await run({ PORTOLAN_DATABASE_URL: stranger.href })).said).toMatch(
      /^Postgres at \S+ cannot be used: .+ PORTOLAN_DATABASE_URL.*\.\n$/,
    )
    expect((await run({ PORTOLAN_DATABASE_URL: `${fresh.url}?sslmode=verify-full` })).said).toMatch(/cannot be used: it does not speak TLS/)
  })
})

test('the command line says the same', async () => {
  const [settings, sentence] = faults['a database where nothing listens'] as (typeof faults)[string]
  expect(await run(settings(), [commandLine, 'migrate'])).toEqual({ code: 1, said: expect.stringMatching(sentence) as string })
  const [folderSettings, folderSentence] = faults['a data folder that is a file'] as (typeof faults)[string]
  expect(await run(folderSettings(), [commandLine, 'migrate'])).toEqual({ code: 1, said: expect.stringMatching(folderSentence) as string })
})
