import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BootedHub, bootHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'

/* What a hub and its tools write may be read by the hub's user only, whatever umask the shell has. */

const root = join(import.meta.dirname, '../..')
let folder = ''
let inherited = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-private-'))
  // The umask of most systems; the server and the command line inherit it from here.
  inherited = process.umask(0o022)
})
afterAll(async () => {
  process.umask(inherited)
  await rm(folder, { recursive: true, force: true })
})

/** Everything below a folder that its group or others may use, and how much there is in all. */
async function opened(dir: string): Promise<{ open: string[]; all: number }> {
  const paths = [dir, ...(await readdir(dir, { recursive: true })).map((name) => join(dir, name))]
  const open: string[] = []
  for (const path of paths) {
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) open.push(`${relative(folder, path)} ${(mode & 0o777).toString(8)}`)
  }
  return { open, all: paths.length }
}

/** Uploads a large file the way git-lfs does, and commits it. */
async function commitLarge(hub: BootedHub, repo: string, content: string): Promise<void> {
  const oid = createHash('sha256').update(content).digest('hex')
  const objects = [{ oid, size: content.length }]
  const batch = await hub.fetch(`/${repo}.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.git-lfs+json', accept: 'application/vnd.git-lfs+json' },
    body: JSON.stringify({ operation: 'upload', transfers: ['basic'], hash_algo: 'sha256', objects }),
  })
  const [object] = ((await batch.json()) as { objects: { actions?: { upload?: { href: string; header?: Record<string, string> } } }[] })
    .objects
  const upload = object?.actions?.upload
  if (upload === undefined) throw new Error(`no upload: ${batch.status}`)
  const put = await fetch(upload.href, { method: 'PUT', headers: upload.header ?? {}, body: content })
  expect(put.status).toBe(200)
  const lines = [
    { key: 'header', value: { summary: 'Add weights' } },
    { key: 'lfsFile', value: { path: 'model.bin', algo: 'sha256', oid, size: content.length } },
  ]
  const answer = await hub.fetch(`/api/models/${repo}/commit/main`, {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect(answer.status).toBe(200)
}

const portolan = (words: string[], settings: Record<string, string>) =>
  spawnSync(process.execPath, [join(root, 'apps/server/src/cli/main.ts'), ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...settings },
  })

test('start, commits, uploads, clones and backups leave nothing that others may read', async () => {
  const dataDir = join(folder, 'new/data')
  await using hub = await bootHub({ PORTOLAN_DATA_DIR: dataDir })
  expect((await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'tides' }) })).status).toBe(
    200,
  )
  await commitFiles(hub, 'models/ada/tides', { 'README.md': '# Tides\n' })
  await commitLarge(hub, 'ada/tides', 'w'.repeat(300_000))
  const clone = spawnSync('git', ['clone', '--quiet', '--bare', `${hub.url}/ada/tides`, join(folder, 'clone')], { encoding: 'utf8' })
  expect(clone.status, clone.stderr).toBe(0)
  const backup = portolan(['backup', join(folder, 'safe')], { PORTOLAN_DATA_DIR: dataDir })
  expect([backup.status, backup.stderr]).toEqual([0, ''])

  const data = await opened(dataDir)
  const safe = await opened(join(folder, 'safe'))
  expect([data.open, safe.open]).toEqual([[], []])
  // The database, the lock and a large file with its folders at least; in the backup, a file per table.
  expect(data.all).toBeGreaterThan(6)
  expect(safe.all).toBeGreaterThan(30)
})

test('a data folder and a backup that others can read are left as they are, and named', async () => {
  const dataDir = join(folder, 'open')
  const safe = join(folder, 'open-safe')
  await mkdir(dataDir)
  await mkdir(join(safe, 'backups'), { recursive: true })
  for (const path of [dataDir, safe, join(safe, 'backups')]) await chmod(path, 0o755)
  await using hub = await bootHub({ PORTOLAN_DATA_DIR: dataDir })
  await chmod(join(dataDir, 'hub.db'), 0o644)
  await hub.stop()
  await hub.restart()
  const line = hub
    .output()
    .split('\n')
    .find((text) => text.includes('other users of this machine can open the data folder'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'warn',
    folder: dataDir,
    open: ['.', 'hub.db'],
    close: `chmod -R go= ${dataDir}`,
  })
  const backup = portolan(['backup', safe], { PORTOLAN_DATA_DIR: dataDir })
  expect(backup.status).toBe(0)
  expect(backup.stderr).toContain(`Other users of this machine can open ${safe} (., backups). Close it with: chmod -R go= ${safe}`)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755)
  expect((await stat(join(safe, 'backups'))).mode & 0o777).toBe(0o755)
})
