import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { listBackupRuns } from './backup-runs.ts'
import { makeBackup } from './make-backup.ts'
import { openFolder } from './place.ts'
import { rehearseBackup } from './rehearse-backup.ts'
import { fillHub } from './testing/filled-hub.ts'
import { flipped } from './testing/flipped.ts'
import { tempFolder } from './testing/temp-folder.ts'

describe.for(databases)('a rehearsal on %s', (database) => {
  test('passes for a backup that restores, fails for each damage, and leaves nothing behind', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { addLarge } = await fillHub(hub)
    const sha256 = await addLarge('chart.bin', 'a chart')
    const place = await openFolder(folder.path)
    const { name, figures } = await makeBackup(hub, place)
    expect(figures).toMatchObject({ blobs: 1, missing: 0 })
    const before = (await readdir(hub.config.dataDir)).toSorted()
    const passed = await rehearseBackup(hub, place)
    expect(passed).toMatchObject({ name, figures: { rows: figures.rows, tables: figures.tables, blobs: 1, bytes: 7 } })
    const path = (file: string) => join(folder.path, 'backups', name, file)
    const blob = place.blobs.localPath(sha256) ?? ''
    for (const [file, harm] of [
      [blob, flipped],
      [path('tables/account.ndjson.gz'), flipped],
      [path('manifest.json'), (bytes: Buffer) => Buffer.from(bytes.toString().replace(/"rows": \d+/, '"rows": 7'))],
      [path('manifest.json'), (bytes: Buffer) => bytes.subarray(0, 100)],
    ] as const) {
      const whole = await readFile(file)
      await writeFile(file, harm(whole))
      await expect(rehearseBackup(hub, place)).rejects.toMatchObject({ code: 'storage.damaged' })
      await writeFile(file, whole)
    }
    const whole = await readFile(blob)
    await rm(blob)
    await expect(rehearseBackup(hub, place)).rejects.toMatchObject({ code: 'storage.damaged' })
    await writeFile(blob, whole)
    await expect(rehearseBackup(hub, place, '20000101T000000000Z')).rejects.toMatchObject({ code: 'storage.damaged' })
    await rehearseBackup(hub, place, name)
    expect((await readdir(hub.config.dataDir)).filter((entry) => entry !== 'rehearsal').toSorted()).toEqual(before)
    expect(await readdir(join(hub.config.dataDir, 'rehearsal')).catch(() => [])).toEqual([])
    const states = (await listBackupRuns(hub, { kind: 'rehearsal' })).map(({ state }) => state)
    expect(states).toEqual(['done', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'done'])
    // The hub itself is as it was.
    expect(await hub.db.read.selectFrom('account').select('name').execute()).toEqual([{ name: 'ada' }])
  })

  test('names damaged large files to the next backups, which copy them again until a rehearsal passes', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { addLarge } = await fillHub(hub)
    const sha256 = await addLarge('chart.bin', 'a chart')
    const place = await openFolder(folder.path)
    await makeBackup(hub, place)
    const [blob, source] = [place.blobs.localPath(sha256) ?? '', hub.blobs.localPath(sha256) ?? '']
    const whole = await readFile(blob)
    await writeFile(blob, flipped(whole))
    await expect(rehearseBackup(hub, place)).rejects.toMatchObject({ code: 'storage.damaged' })
    // The hub has nothing better at first.
    await writeFile(source, flipped(whole))
    hub.tick(1000)
    expect((await makeBackup(hub, place)).manifest.blobs.missing).toEqual([sha256])
    await writeFile(source, whole)
    hub.tick(1000)
    expect((await makeBackup(hub, place)).blobs).toMatchObject({ copied: 1, kept: 0, missing: [] })
    await rehearseBackup(hub, place)
    hub.tick(1000)
    expect((await makeBackup(hub, place)).blobs).toMatchObject({ copied: 0, kept: 1, missing: [] })
  })

  test('fails for a backup of a hub that lacked large files', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { addLarge } = await fillHub(hub)
    const sha256 = await addLarge('chart.bin', 'a chart')
    await rm(hub.blobs.localPath(sha256) ?? '')
    const place = await openFolder(folder.path)
    expect((await makeBackup(hub, place)).figures).toMatchObject({ missing: 1 })
    await expect(rehearseBackup(hub, place)).rejects.toMatchObject({ message: expect.stringContaining(sha256) as string })
  })
})
