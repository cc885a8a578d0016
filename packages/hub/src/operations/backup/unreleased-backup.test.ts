import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { actorFromToken } from '../../identity/accounts/index.ts'
import { findDiscussion } from '../../community/discussions/index.ts'
import { openFile } from '../../changes/files/index.ts'
import { findRepo } from '../../repository/access/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { listBackups, restoreBackup } from './restore-backup.ts'
import { openFolder } from './place.ts'
import { verifyStorage } from './verify.ts'
import { tempFolder } from './testing/temp-folder.ts'

/** An unpacked backup made by the last version before 0.1.0: the files of its folder by path, base64. */
async function unpack(folder: string, change: (path: string, content: Buffer) => Buffer = (_path, content) => content): Promise<void> {
  const packed = await readFile(join(import.meta.dirname, 'testing/unreleased-backup.json.gz'))
  for (const [path, base64] of Object.entries(JSON.parse(gunzipSync(packed).toString()) as Record<string, string>)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), change(path, Buffer.from(base64, 'base64')))
  }
}

describe.for(databases)('a backup of before the first release, restored to %s', (database) => {
  test('is the hub again', async () => {
    await using folder = await tempFolder()
    await unpack(folder.path)
    await using hub = await openTestHub({ database })
    await restoreBackup(hub, await openFolder(folder.path))
    expect((await verifyStorage(hub)).damages).toEqual([])
    const ada = await actorFromToken(hub, `hf_${'unreleased'.repeat(3)}`)
    const repo = (await findRepo(hub, ada, 'model', 'ada/tides'))?.repo
    if (!repo) throw new Error('no tides')
    const chart = await openFile(hub, ada, repo, 'main', 'chart.bin')
    expect(Buffer.concat(await (await chart.read()).toArray()).toString()).toBe('a chart that counts as large')
    expect((await findDiscussion(hub.db.read, repo, 1))?.title).toBe('How high?')
  })

  test('has an audit log that names things, and leaves out what nobody knows any more', async () => {
    await using folder = await tempFolder()
    await unpack(folder.path)
    await using hub = await openTestHub({ database })
    await restoreBackup(hub, await openFolder(folder.path))
    const rows = await hub.db.read.selectFrom('audit').selectAll().where('topic', 'like', 'repo.%').orderBy('id').execute()
    // The row id of ada/gone, which was freed, is now that of ada/harbors.
    expect(rows.map((row) => [row.topic, row.actor, `${row.repo_owner}/${row.repo_name}`])).toEqual([
      ['repo.created', 'ada', 'ada/tides'],
      ['repo.created', 'ada', 'null/null'],
      ['repo.deleted', 'ada', 'null/null'],
      ['repo.created', 'ada', 'ada/harbors'],
    ])
    const ada = await hub.db.read.selectFrom('account').select('uid').where('name', '=', 'ada').executeTakeFirstOrThrow()
    expect(rows[0]).toMatchObject({ actor_uid: ada.uid, repo_owner_uid: ada.uid, repo_kind: 0 })
    const token = await hub.db.read.selectFrom('audit').select('payload').where('topic', '=', 'token.created').executeTakeFirstOrThrow()
    expect(JSON.parse(token.payload)).toMatchObject({ user: 'ada', userUid: ada.uid })
  })

  test('is refused when its version was not the last one', async () => {
    await using folder = await tempFolder()
    await unpack(folder.path, (path, content) =>
      path.endsWith('manifest.json') ? Buffer.from(content.toString().replace(/,\s*"0017-robots"/, '')) : content,
    )
    await using hub = await openTestHub({ database })
    const place = await openFolder(folder.path)
    expect((await listBackups(place))[0]?.manifest.migrations).not.toContain('0017-robots')
    await expect(restoreBackup(hub, place)).rejects.toMatchObject({
      code: 'storage.damaged',
      message: expect.stringContaining('before 0.1.0') as string,
    })
  })
})
