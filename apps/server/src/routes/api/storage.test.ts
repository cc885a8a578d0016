import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

describe.for(databases)('storage and limits over HTTP on %s', (database) => {
  test('an account sees its own, a member the organization’s, an administrator everybody’s', async () => {
    await using t = await openTestApp({ database, config: { userQuotaBytes: 5_000_000 } })
    await t.addRepo({ type: 'model', name: 'chart', files: { 'README.md': '# Chart\n' } })
    const own = (await (await t.call('/api/settings/storage', { as: 'ada' })).json()) as Record<string, unknown>
    expect(own).toEqual({
      name: 'ada',
      type: 'user',
      usedBytes: own['gitBytes'],
      largeBytes: 0,
      gitBytes: expect.any(Number) as number,
      limitBytes: 5_000_000,
      isDefault: true,
    })
    expect(own['gitBytes']).toBeGreaterThan(0)
    const listed = (await (await t.call('/api/settings/repositories', { as: 'ada' })).json()) as object[]
    expect(listed).toMatchObject([{ id: 'ada/chart', storage: own['usedBytes'], storagePercent: 100 }])
    const status = async (path: string, as: string, json?: object) =>
      (await t.call(path, { as, ...(json ? { method: 'PUT', json } : {}) })).status
    expect(await status('/api/organizations/fleet/settings/storage', 'mia')).toBe(200)
    expect(await status('/api/organizations/fleet/settings/storage', 'eve')).toBe(403)
    expect(await status('/api/organizations/ada/settings/storage', 'eve')).toBe(403)
    expect(await status('/api/admin/storage', 'eve')).toBe(403)
    expect(await status('/api/admin/storage/ada', 'ada', { limitBytes: null })).toBe(403)
    expect(await status('/api/admin/storage/nobody', 'root', { limitBytes: null })).toBe(404)
    for (const limitBytes of [-1, 1.5, 'much', undefined]) expect(await status('/api/admin/storage/ada', 'root', { limitBytes })).toBe(400)
    expect(await status('/api/admin/storage/ada', 'root', { limitBytes: 10 })).toBe(200)
    const page = await t.call('/api/admin/storage?limit=1', { as: 'root' })
    expect(await page.json()).toMatchObject([{ name: expect.any(String) as string }])
    expect(page.headers.get('link')).toContain('skip=1')
  })

  test('clients are told before they send', async () => {
    await using t = await openTestApp({ database, config: { userQuotaBytes: 10_000 } })
    await t.addRepo({ type: 'model', name: 'chart' })
    const object = { oid: 'a'.repeat(64), size: 50_000 }
    const batch = await t.call('/ada/chart.git/info/lfs/objects/batch', {
      method: 'POST',
      as: 'ada',
      json: { operation: 'upload', transfers: ['basic'], objects: [object] },
    })
    expect([batch.status, await batch.json()]).toMatchObject([
      403,
      { error: expect.stringMatching(/^Storage limit reached: ada uses/) as string },
    ])
    const files = [{ path: 'a.bin', size: 50_000, sample: '' }]
    const preupload = await t.call('/api/models/ada/chart/preupload/main', { method: 'POST', as: 'ada', json: { files } })
    expect([preupload.status, preupload.headers.get('x-error-message'), await preupload.json()]).toMatchObject([
      403,
      expect.stringMatching(/^Storage limit reached/) as string,
      { code: 'storage.quota_exceeded' },
    ])
    await t.call('/api/admin/storage/ada', { method: 'PUT', as: 'root', json: { limitBytes: 1 } })
    expect((await t.call('/api/models/ada/chart/xet-write-token/main', { as: 'ada' })).status).toBe(403)
    expect((await t.call('/api/models/ada/chart/xet-read-token/main', { as: 'ada' })).status).toBe(200)
  })
})
