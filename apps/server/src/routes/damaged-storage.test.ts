import { createHash } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { recordDamagedFiles, storeInlineLarge, verifyStorage } from '@portolan/hub'
import { clearCaches, databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

const bytes = Buffer.alloc(100_000, 'a large file, ')
const sha256 = createHash('sha256').update(bytes).digest('hex')

async function withLargeFile(database: 'sqlite' | 'postgres') {
  const t = await openTestApp({ database })
  const repo = await t.addRepo({ type: 'model', name: 'tides', files: { 'deep/README.md': '# Tides' } })
  const { size } = await storeInlineLarge(t.hub, t.actors.ada, repo, Readable.from([bytes]))
  await t.commit(repo, [{ kind: 'lfs', path: 'chart.bin', sha256, size }])
  return { t, repo, path: t.hub.blobs.localPath(sha256) ?? '' }
}

async function codeOf(answer: Response): Promise<[number, string | undefined]> {
  const { status } = answer
  return [status, status < 400 ? (await answer.body?.cancel(), undefined) : ((await answer.json()) as { code?: string }).code]
}

async function batch(t: TestApp, operation: string) {
  const answer = await t.call('/ada/tides.git/info/lfs/objects/batch', {
    method: 'POST',
    as: 'ada',
    json: { operation, transfers: ['basic'], objects: [{ oid: sha256, size: bytes.length }] },
  })
  return ((await answer.json()) as { objects: { error?: { code: number }; actions?: Record<string, { href: string }> }[] }).objects[0]
}

describe.for(databases)('damaged storage, on %s', (database) => {
  test('a large file with missing bytes is refused, not served short, and uploading it again heals it', async () => {
    const { t, path } = await withLargeFile(database)
    await using _ = t
    const link = (await batch(t, 'download'))?.actions?.['download']?.href ?? ''
    const get = (address: string, headers: Record<string, string> = {}) => t.call(address, { as: 'ada', headers })
    expect((await get('/ada/tides/resolve/main/chart.bin')).status).toBe(200)
    await truncate(path, 60_000)
    const damaged = [500, 'storage.damaged']
    expect(await codeOf(await get('/ada/tides/resolve/main/chart.bin'))).toEqual(damaged)
    expect(await codeOf(await get('/ada/tides/resolve/main/chart.bin', { range: 'bytes=0-9' }))).toEqual(damaged)
    expect(await codeOf(await get(new URL(link, 'http://localhost').pathname))).toEqual(damaged)
    expect(await batch(t, 'download')).toMatchObject({ error: { code: 404 } })
    const upload = (await batch(t, 'upload'))?.actions?.['upload']?.href ?? ''
    expect((await t.call(new URL(upload, 'http://localhost').pathname, { method: 'PUT', as: 'ada', body: bytes })).status).toBe(200)
    const healed = await get('/ada/tides/resolve/main/chart.bin')
    expect(Buffer.from(await healed.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a large file with a changed byte is requested again once verification found it, and the upload heals it', async () => {
    const { t, path } = await withLargeFile(database)
    await using _ = t
    await writeFile(path, Buffer.concat([bytes.subarray(0, 5), Buffer.from('X'), bytes.subarray(6)]))
    expect((await batch(t, 'upload'))?.actions).toBeUndefined()
    const { damages } = await verifyStorage(t.hub)
    expect(damages).toMatchObject([{ sha256 }])
    await recordDamagedFiles(t.hub, damages)
    const upload = (await batch(t, 'upload'))?.actions?.['upload']?.href ?? ''
    expect((await t.call(new URL(upload, 'http://localhost').pathname, { method: 'PUT', as: 'ada', body: bytes })).status).toBe(200)
    expect((await verifyStorage(t.hub)).damages).toEqual([])
    expect((await batch(t, 'upload'))?.actions).toBeUndefined()
    const healed = await t.call('/ada/tides/resolve/main/chart.bin', { as: 'ada' })
    expect(Buffer.from(await healed.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('damaged git objects are named with a code, on every route that reads them', async () => {
    const { t, repo } = await withLargeFile(database)
    await using _ = t
    const types = [2, 3, 1]
    for (const type of types) {
      const rows = await t.hub.db.read
        .selectFrom('git_object')
        .selectAll()
        .where('repo_id', '=', repo.id)
        .where('type', '=', type)
        .execute()
      const setBytes = async (change: (z: Buffer) => Buffer) => {
        for (const row of rows)
          await t.hub.db.write((tx) =>
            tx
              .updateTable('git_object')
              .set({ z: change(Buffer.from(row.z)) })
              .where('repo_id', '=', repo.id)
              .where('oid', '=', row.oid)
              .execute(),
          )
      }
      for (const harm of [
        (z: Buffer) => z.subarray(0, z.length - 5),
        (z: Buffer) => Buffer.concat([z.subarray(0, 4), Buffer.alloc(z.length - 4, 7)]),
      ]) {
        await setBytes(harm)
        clearCaches(t.hub)
        const seen: unknown[] = []
        for (const address of [
          '/api/models/ada/tides/tree/main',
          '/api/models/ada/tides/tree/main/deep',
          '/ada/tides/resolve/main/deep/README.md',
          '/ada/tides/raw/main/deep/README.md',
          '/api/models/ada/tides/commits/main',
          '/api/models/ada/tides/revision/main',
        ])
          seen.push([address, ...(await codeOf(await t.call(address, { as: 'ada' })))])
        const failed = seen.filter((each) => (each as unknown[])[1] !== 200)
        expect(failed.length, `type ${type}`).toBeGreaterThan(0)
        expect(failed.map((each) => (each as unknown[]).slice(1))).toEqual(failed.map(() => [500, 'storage.damaged']))
        await setBytes((z) => z)
      }
    }
  })
})
