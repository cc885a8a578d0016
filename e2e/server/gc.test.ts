import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'

/* The garbage collection commands through the real command line, next to the running server. */
const tool = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
const chart = Buffer.from('a chart that counts as large; '.repeat(500))
const sha256 = createHash('sha256').update(chart).digest('hex')

test('gc: dry run, marks, why, undo, release, restore of a repository, and what is freed at last', { timeout: 180_000 }, async () => {
  await using hub = await bootHub({ PORTOLAN_ENGINE: 'off' })
  const gc = (...words: string[]) => command(hub, 'gc', ...words)
  await post(hub, '/api/repos/create', { name: 'tides', type: 'model' })
  await post(hub, '/api/models/ada/tides/branch/try', {})
  await upload(hub)
  const lines = [
    { key: 'header', value: { summary: 'x' } },
    { key: 'lfsFile', value: { path: 'chart.bin', algo: 'sha256', oid: sha256, size: chart.length } },
  ]
  const answer = await hub.fetch('/api/models/ada/tides/commit/try', {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  const { commitOid } = (await answer.json()) as { commitOid: string }
  expect(gc('why', sha256).stdout).toMatch(/^It belongs to model ada\/tides: chart\.bin in commit [0-9a-f]{12} on refs\/heads\/try\.\n$/)
  await hub.fetch('/api/models/ada/tides/branch/try', { method: 'DELETE' })

  // A dry run reports what would be marked, and writes nothing.
  const dry = JSON.parse(gc('--dry-run', '--json').stdout) as Record<string, { unneeded: { count: number }; freed: { count: number } }>
  expect([dry['git object']?.unneeded.count, dry['large file']?.unneeded.count, dry['git object']?.freed.count]).toEqual([3, 1, 0])
  expect(gc('list').stdout).toBe('Nothing is marked.\n')

  // Marked and kept, and the reason includes until when.
  // 0.00006 days are five seconds. A mark keeps its due date, whatever grace period later runs use.
  expect(gc('--grace-days', '0.00006').stdout).toMatch(/git object: +3 unreferenced .*, 0 freed/)
  expect(gc('list').stdout.trim().split('\n')).toHaveLength(4)
  expect(gc('why', commitOid).stdout).toContain('kept until')

  // Held: even without a grace period it stays, with everything it references, and the branch can be restored.
  expect(gc('undo', commitOid).stdout).toBe('Keeping 1 item until `gc release`.\n')
  await new Promise((resolve) => setTimeout(resolve, 5_200))
  gc('--everything', '--grace-days', '0')
  expect(gc('why', commitOid).stdout).toContain('Kept manually')
  expect((await post(hub, '/api/models/ada/tides/branch/back', { startingPoint: commitOid })).status).toBeLessThan(300)
  const file = await hub.fetch('/ada/tides/resolve/back/chart.bin')
  expect(Buffer.from(await file.arrayBuffer()).equals(chart)).toBe(true)
  await hub.fetch('/api/models/ada/tides/branch/back', { method: 'DELETE' })

  // A deleted repository can be restored, and is private afterwards.
  await hub.fetch('/api/repos/delete', { method: 'DELETE', headers: json, body: JSON.stringify({ name: 'tides', type: 'model' }) })
  expect((await hub.fetch('/api/models/ada/tides')).status).toBe(404)
  gc()
  expect(gc('undo', 'ada/tides').stdout).toBe('Restored model ada/tides; it is private.\n')
  expect((await hub.fetch('/api/models/ada/tides')).status).toBe(200)
  expect((await fetch(`${hub.url}/api/models/ada/tides`)).status).toBe(401)

  // Released, it is deleted at once without a grace period; the running server agrees.
  gc('release', '--all')
  gc('--everything', '--grace-days', '0')
  gc('--everything', '--grace-days', '0')
  gc('--everything', '--grace-days', '0')
  const gone = gc('why', commitOid)
  expect([gone.status, gone.stderr]).toEqual([1, expect.stringContaining('has that ID')])
  expect(gc('why', sha256).status).toBe(1)
  expect((await post(hub, '/api/models/ada/tides/branch/late', { startingPoint: commitOid })).status).toBe(404)
  expect(gc('list').stdout).toBe('Nothing is marked.\n')
  const verified = command(hub, 'verify')
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('no damage found')])

  // Invalid arguments are rejected.
  expect(gc('--grace-days', 'soon')).toMatchObject({ status: 1, stderr: expect.stringContaining('number of days') })
  expect(gc('undo', 'ada/nothing')).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no deleted model') })
})

const json = { 'Content-Type': 'application/json' }

function command(hub: BootedHub, ...words: string[]) {
  const environment = { ...process.env, PORTOLAN_DATA_DIR: hub.dataDir, PORTOLAN_ENGINE: 'off' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], { env: environment, encoding: 'utf8' })
  return { status, stdout, stderr }
}

function post(hub: BootedHub, path: string, body: unknown): Promise<Response> {
  return hub.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

async function upload(hub: BootedHub): Promise<void> {
  const answer = await hub.fetch('/ada/tides.git/info/lfs/objects/batch', {
    method: 'POST',
    headers: { Accept: 'application/vnd.git-lfs+json', 'Content-Type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify({ operation: 'upload', transfers: ['basic'], objects: [{ oid: sha256, size: chart.length }] }),
  })
  const { objects } = (await answer.json()) as { objects: { actions: { upload: { href: string } } }[] }
  const put = await fetch(objects[0]?.actions.upload.href ?? '', { method: 'PUT', body: chart })
  if (put.status !== 200) throw new Error(`${put.status} ${await put.text()}`)
}
