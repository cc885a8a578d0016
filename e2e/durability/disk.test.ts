import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'

/* A hub on a small disk of its own, which uploads, and then another program, fill up. */
const tool = join(import.meta.dirname, '../../apps/server/src/cli/main.ts')
const mebibyte = 1024 * 1024
const reserveMb = 64
const canMount = process.getuid?.() === 0 && process.platform === 'linux'
if (!canMount) console.log('skipped: a disk that is full needs a disk of its own, which only root can mount')

describe.skipIf(!canMount)('a hub whose disk fills up', () => {
  let disk: string
  let hub: BootedHub
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'portolan-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', disk])
    hub = await bootHub({ PORTOLAN_DATA_DIR: join(disk, 'data'), PORTOLAN_DISK_RESERVE_MB: String(reserveMb), PORTOLAN_ENGINE: 'off' })
    for (const name of ['tides', 'charts']) await send('POST', '/api/repos/create', { name, type: 'model' })
  })
  afterAll(async () => {
    await hub[Symbol.asyncDispose]()
    execFileSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  })
  const send = (method: string, path: string, body: object) =>
    hub.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }
  async function upload(bytes: Buffer): Promise<number> {
    const oid = createHash('sha256').update(bytes).digest('hex')
    const answer = await send('POST', '/ada/charts.git/info/lfs/objects/batch', {
      operation: 'upload',
      transfers: ['basic'],
      objects: [{ oid, size: bytes.length }],
    })
    if (!answer.ok) return answer.status
    const { objects } = (await answer.json()) as { objects: { error?: { code: number }; actions?: { upload?: { href: string } } }[] }
    const [object] = objects
    if (object?.error !== undefined) return object.error.code
    const { status } = await fetch(object?.actions?.upload?.href ?? '', { method: 'PUT', body: new Uint8Array(bytes) })
    if (status !== 200) return status
    const line = { key: 'lfsFile', value: { path: `${oid}.bin`, algo: 'sha256', oid, size: bytes.length } }
    return (await commit('charts', line)).status
  }
  const commit = (repo: string, line: object) =>
    hub.fetch(`/api/models/ada/${repo}/commit/main`, {
      method: 'POST',
      body: [{ key: 'header', value: { summary: 'x' } }, line].map((each) => JSON.stringify(each)).join('\n'),
    })
  const commitText = (path: string) => commit('tides', { key: 'file', value: { path, content: 'aGVsbG8=', encoding: 'base64' } })
  const ready = async () => {
    const answer = await fetch(`${hub.url}/api/health/ready`)
    return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks['disk']]
  }

  test('keeps its reserve: content is refused with 507, reading and deleting go on', async () => {
    expect((await commitText('early.txt')).status).toBe(200)
    expect(await ready()).toEqual([200, 'ok'])
    const statuses: number[] = []
    for (let i = 0; i < 40 && statuses.at(-1) !== 507; i++) statuses.push(await upload(randomBytes(8 * mebibyte)))
    expect(new Set(statuses)).toEqual(new Set([200, 507]))
    expect(freeBytes()).toBeGreaterThan((reserveMb - 16) * mebibyte)
    writeFileSync(join(disk, 'others'), randomBytes(Math.max(1, freeBytes() - (reserveMb - 16) * mebibyte)))
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 'low']), { timeout: 60_000 })
    const refused = await commitText('late.txt')
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([507, 'storage.full'])
    expect((await hub.fetch('/ada/tides/resolve/main/early.txt')).status).toBe(200)
    expect((await send('POST', '/api/repos/create', { name: 'bay', type: 'model' })).status).toBe(200)
    expect((await send('DELETE', '/api/repos/delete', { name: 'bay', type: 'model' })).status).toBe(200)
    expect((await send('DELETE', '/api/repos/delete', { name: 'charts', type: 'model' })).status).toBe(200)
  })

  test('frees space when others have filled the disk completely, and accepts content again', async () => {
    const filler = join(disk, 'filler')
    writeFileSync(filler, '')
    for (const size of [mebibyte, 4_096]) {
      const bytes = Buffer.alloc(size)
      try {
        for (;;) writeFileSync(filler, bytes, { flag: 'a' })
      } catch {
        // Full.
      }
    }
    expect(freeBytes()).toBeLessThan(mebibyte)
    expect((await hub.fetch('/ada/tides/resolve/main/early.txt')).status).toBe(200)
    for (let run = 0; run < 3; run++) {
      const { status, stderr } = spawnSync(process.execPath, [tool, 'gc', '--grace-days', '0'], {
        env: { ...process.env, PORTOLAN_DATA_DIR: join(disk, 'data'), PORTOLAN_DISK_RESERVE_MB: String(reserveMb) },
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
    }
    // The files of the deleted repository are gone.
    expect(freeBytes()).toBeGreaterThan(80 * mebibyte)
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 'ok']), { timeout: 60_000 })
    expect((await commitText('late.txt')).status).toBe(200)
    expect(existsSync(join(disk, 'data/hub.db'))).toBe(true)
  })

  test('is not ready while the disk is read-only, refuses uploads, and goes on afterwards', async () => {
    const data = join(disk, 'data')
    expect((await send('POST', '/api/repos/create', { name: 'charts', type: 'model' })).status).toBe(200)
    // What the hub has open stays writable: only a disk that fails can take that away.
    execFileSync('mount', ['--bind', data, data])
    execFileSync('mount', ['-o', 'remount,bind,ro', data])
    try {
      await vi.waitFor(async () => expect(await ready()).toEqual([503, 'read-only']), { timeout: 60_000 })
      expect(await upload(randomBytes(mebibyte))).toBe(503)
      expect((await hub.fetch('/ada/tides/resolve/main/early.txt')).status).toBe(200)
    } finally {
      execFileSync('umount', ['-l', data])
    }
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 'ok']), { timeout: 60_000 })
    expect(await upload(randomBytes(mebibyte))).toBe(200)
  })
})
