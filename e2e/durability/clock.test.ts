import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'

/* Garbage collection on a machine whose clock is a month ahead, next to a server that was started when it was right. */
const tool = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
const hasFaketime = spawnSync('faketime', ['--version']).error === undefined

test.skipIf(!hasFaketime)('a clock that is a month ahead frees no upload that is under way', async () => {
  await using hub = await bootHub({ PORTOLAN_ENGINE: 'off' })
  await post(hub, '/api/repos/create', { name: 'tides', type: 'model' })
  const bytes = randomBytes(100_000)
  const href = await uploadAddress(hub, bytes)
  expect((await fetch(href ?? '', { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200)
  for (let run = 0; run < 2; run++) {
    const { status, stderr } = spawnSync('faketime', ['-f', '+30d', process.execPath, tool, 'gc', '--everything'], {
      env: { ...process.env, PORTOLAN_DATA_DIR: hub.dataDir, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('Nothing was freed: the clock of this machine was set forward by 30 days.'),
    ])
  }
  // It is still there, and may be committed.
  expect(await uploadAddress(hub, bytes)).toBeUndefined()
  const { stderr } = gcNow(hub)
  expect(stderr).toContain('Nothing was freed')
  expect(gcNow(hub, '--trust-clock').stderr).toBe('')
})

function gcNow(hub: BootedHub, ...words: string[]) {
  const env = { ...process.env, PORTOLAN_DATA_DIR: hub.dataDir }
  return spawnSync(process.execPath, [tool, 'gc', ...words], { env, encoding: 'utf8' })
}

async function uploadAddress(hub: BootedHub, bytes: Buffer): Promise<string | undefined> {
  const oid = createHash('sha256').update(bytes).digest('hex')
  const answer = await post(hub, '/ada/tides.git/info/lfs/objects/batch', {
    operation: 'upload',
    transfers: ['basic'],
    objects: [{ oid, size: bytes.length }],
  })
  const { objects } = (await answer.json()) as { objects: { actions?: { upload?: { href: string } } }[] }
  return objects[0]?.actions?.upload?.href
}

function post(hub: BootedHub, path: string, body: object): Promise<Response> {
  return hub.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
}
