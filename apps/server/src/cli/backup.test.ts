import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { createCommit, createRepo, createUser, loadActor, silentLogger, storeInlineLarge } from '@portolan/hub'
import { newPostgresDatabase, testPostgresUrl } from '@portolan/hub/testing'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { composeHub } from '../compose-hub.ts'
import { readConfig } from '../config/settings.ts'

/*
 * The commands as operators run them: another process, its output, its exit code.
 */
const tool = join(import.meta.dirname, 'main.ts')
const chart = Buffer.from('a chart that counts as large; '.repeat(500))
const chartSha = createHash('sha256').update(chart).digest('hex')

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function command(folder: string, settings: Readonly<Record<string, string>>, words: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [tool, ...words], { cwd: folder, env: { PATH: process.env['PATH'], ...settings } })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

interface Place extends AsyncDisposable {
  readonly folder: string
  readonly dataDir: string
  run(...words: string[]): Promise<Outcome>
}

/** A data folder with one repo that has a large file; no server runs. */
async function fill(settings: Readonly<Record<string, string>> = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-cli-'))
  const dataDir = join(folder, 'data')
  const all = { PORTOLAN_DATA_DIR: dataDir, PORTOLAN_ENGINE: 'off', ...settings }
  await using hub = await composeHub(readConfig(all, folder), { log: silentLogger })
  const ada = await loadActor(hub.db.read, (await createUser(hub, { name: 'ada', password: null })).id, null)
  if (ada === null) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  const { sha256, size } = await storeInlineLarge(hub, ada, repo, Readable.from([chart]))
  const operations = [
    { kind: 'lfs' as const, path: 'chart.bin', sha256, size },
    { kind: 'file' as const, path: 'README.md', content: Buffer.from('# Tides\n') },
  ]
  await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })
  return {
    folder,
    dataDir,
    run: (...words) => command(folder, all, words),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Overwrites the page that a table or an index of the SQLite file begins with. */
async function overwritePage({ dataDir }: Place, name: string): Promise<void> {
  const path = join(dataDir, 'hub.db')
  using db = new DatabaseSync(path)
  const { rootpage } = db.prepare('select rootpage from sqlite_master where name = ?').get(name) as { rootpage: number }
  const { page_size: size } = db.prepare('pragma page_size').get() as { page_size: number }
  await using file = await open(path, 'r+')
  await file.write(Buffer.alloc(size, 0xa5), 0, size, (rootpage - 1) * size)
}

test.for(['git_object', 'repo_lfs_sha'])(
  'a damaged page (%s) makes verification and backups fail; the backup made before stays',
  { timeout: 120_000 },
  async (page) => {
    await using place = await fill()
    expect(await place.run('backup', 'safe')).toMatchObject({ code: 0, stderr: '' })
    const names = await readdir(join(place.folder, 'safe/backups'))
    await overwritePage(place, page)
    const verified = await place.run('verify')
    expect(verified).toMatchObject({ code: 1, stderr: '' })
    expect(verified.stdout).toMatch(/^database: .*[1-9]\d* damaged$/ms)
    const refused = await place.run('backup', 'safe')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^The database is damaged, so it was not backed up; earlier backups are as they were\. .*\n$/)
    expect(await readdir(join(place.folder, 'safe/backups'))).toEqual(names)
    const back = { PORTOLAN_DATA_DIR: join(place.folder, 'back'), PORTOLAN_ENGINE: 'off' }
    expect(await command(place.folder, back, ['restore', 'safe'])).toMatchObject({ code: 0 })
    expect(await command(place.folder, back, ['verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no damage found') as string,
    })
  },
)

test('a rehearsal prints one line, and its exit code says whether the backup would restore', { timeout: 120_000 }, async () => {
  await using place = await fill({ PORTOLAN_BACKUP_TO: 'safe' })
  expect(await place.run('backup')).toMatchObject({ code: 0, stderr: '' })
  const [name = ''] = await readdir(join(place.folder, 'safe/backups'))
  const passed = await place.run('backup', 'safe', '--check')
  expect(passed).toMatchObject({ code: 0, stderr: '' })
  expect(passed.stdout).toMatch(
    new RegExp(`^${name}: can be restored; \\d+ rows of \\d+ tables compared, 1 large files hashed \\(15.0 kB\\)\\n$`),
  )
  expect(await readdir(place.dataDir)).not.toContain('rehearsal')
  await rm(join(place.folder, 'safe/blobs', chartSha.slice(0, 2)), { recursive: true })
  for (const words of [['--check'], ['--check', '--name', name]]) {
    const failed = await place.run('backup', ...words)
    expect([failed.code, failed.stdout]).toEqual([1, `${name}: cannot be restored; 1 blobs of the backup are damaged: ${chartSha}\n`])
  }
  expect(await place.run('backup', 'safe', '--name', name)).toMatchObject({ code: 1, stderr: expect.stringContaining('--check') as string })
})

test('a damaged first page is named, without a stack', { timeout: 120_000 }, async () => {
  await using place = await fill()
  await using file = await open(join(place.dataDir, 'hub.db'), 'r+')
  await file.write(Buffer.alloc(4096, 0xa5), 0, 4096, 0)
  await file.close()
  for (const words of [['verify'], ['backup', 'safe']]) {
    const { code, stderr } = await place.run(...words)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The database is damaged \(.*\)\. Restore a backup \(docs\/operate\/backup\.md\)\.\n$/),
    ])
  }
})

test('rows that name nothing make both fail', { timeout: 120_000 }, async () => {
  await using place = await fill()
  using db = new DatabaseSync(join(place.dataDir, 'hub.db'))
  db.exec(`pragma foreign_keys = off; delete from lfs_blob`)
  db.exec(`insert into session(token_hash, user_id, created, expires, last_used) values (x'00', 77, 1, 1, 1)`)
  expect((await place.run('verify')).stdout).toContain('database: 1 rows of session refer to rows of account that do not exist\n')
  expect(await place.run('backup', 'safe')).toMatchObject({ code: 1, stderr: expect.stringContaining('1 rows of session') as string })
})

test.runIf(testPostgresUrl !== null)(
  'on Postgres: rows that name nothing, a foreign key that is not validated, a value that cannot be read',
  { timeout: 120_000 },
  async () => {
    await using database = await newPostgresDatabase()
    await using place = await fill({ PORTOLAN_DATABASE_URL: database.url })
    expect(await place.run('verify')).toMatchObject({ code: 0, stderr: '' })
    expect(await place.run('backup', 'safe')).toMatchObject({ code: 0, stderr: '' })
    const lines = async () => (await place.run('verify')).stdout.split('\n').filter((line) => line.startsWith('database: '))
    await database.query(`set session_replication_role = replica;
      insert into session(token_hash, user_id, created, expires, last_used) values ('\\x00', 77, 1, 1, 1)`)
    expect(await lines()).toEqual(['database: 1 rows of session refer to rows of account that do not exist'])
    expect(await place.run('backup', 'safe')).toMatchObject({ code: 1, stderr: expect.stringContaining('1 rows of session') as string })
    await database.query('delete from session where user_id = 77')
    await database.query('alter table invite add constraint added foreign key (created_by) references account(id) not valid')
    expect(await lines()).toEqual(['database: the foreign key added of invite is not validated'])
    await database.query('alter table invite drop constraint added')
    await database.query(`create type wind as enum ('calm'); alter table setting add column wind wind default 'calm';
      insert into setting(name, value) values ('wind', 'x'); set allow_system_table_mods = on; delete from pg_enum where enumlabel = 'calm'`)
    expect(await lines()).toEqual([expect.stringMatching(/^database: the table setting cannot be read: .*enum/)])
    expect(await place.run('backup', 'safe')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database is damaged, so it was not backed up.*\n$/) as string,
    })
    expect(await readdir(join(place.folder, 'safe/backups'))).toHaveLength(1)
  },
)

test('a backup is restored where the settings name an administrator', async () => {
  await using from = await fill()
  const settings = {
    PORTOLAN_DATA_DIR: join(from.folder, 'restored'),
    PORTOLAN_ENGINE: 'off',
    PORTOLAN_BOOTSTRAP_USER: 'root',
    PORTOLAN_BOOTSTRAP_TOKEN: `hf_${'a'.repeat(34)}`,
  }
  const place = join(from.folder, 'backups')
  expect((await from.run('backup', place)).code).toBe(0)
  expect(await command(from.folder, settings, ['restore', place])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('rows in') as string,
  })
  // The next command creates the administrator.
  expect((await command(from.folder, settings, ['verify'])).code).toBe(0)
})
