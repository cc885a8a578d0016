import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { createRepo } from '../repos/index.ts'
import { findRepo, type Repo } from '../access/index.ts'
import { databases, openTestHub, reuseRowIds } from '../../testing/open-test-hub.ts'
import { startSecondProcess } from '../../testing/interleave.ts'
import { testHubConfig } from '../../testing/test-hub-config.ts'
import { countDownload, countsAsDownload, downloadHistory, flushDownloads, rollDownloads } from './downloads.ts'

const day = 24 * 3600 * 1000

async function start(hub: Hub): Promise<{ ada: UserActor; repo: Repo }> {
  const ada = (await loadActor(hub.db.read, (await createUser(hub, { name: 'ada', password: null })).id, null)) as UserActor
  return { ada, repo: await createRepo(hub, ada, { type: 'model', name: 'm' }) }
}

test.for([
  ['model', null, 'config.json', true],
  ['model', null, 'model.safetensors', false],
  ['model', 'any', 'any.GGUF', true],
  ['model', 'odd', 'weights.odd', true],
  ['model', 'odd', 'config.json', false],
  ['dataset', 'odd', 'anything', true],
] as const)('a %s of %s: a request for %s counts: %s', ([type, library, path, counts]) => {
  const config = testHubConfig('/nowhere')
  const rule = (of: string | null, file: string) => (of === 'odd' ? file.endsWith('.odd') : file === 'config.json')
  expect(countsAsDownload({ config: { ...config, countsAsDownload: rule } }, { type, library }, path)).toBe(counts)
  if (library === null) expect(countsAsDownload({ config }, { type, library }, path)).toBe(counts)
})

describe.for(databases)('download counts on %s', (database) => {
  test('one per caller in five minutes, written together, and gone from the window after thirty days', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    for (let i = 0; i < 5; i++) countDownload(hub, repo, { path: 'config.json', callerKey: 'a' })
    countDownload(hub, repo, { path: 'config.json', callerKey: 'b' })
    countDownload(hub, repo, { path: 'other.bin', callerKey: 'c' })
    expect(await flushDownloads(hub)).toBe(1)
    expect(await flushDownloads(hub)).toBe(0)
    hub.tick(6 * 60 * 1000)
    countDownload(hub, repo, { path: 'config.json', callerKey: 'a' })
    await flushDownloads(hub)
    const now = async () => (await findRepo(hub, ada, 'model', 'ada/m'))?.repo
    expect(await now()).toMatchObject({ downloads: 3, downloadsAll: 3, trending: 3 })
    expect((await downloadHistory(hub, repo)).at(-1)).toBe(3)
    hub.tick(29 * day)
    expect(await rollDownloads(hub)).toBe(true)
    expect((await now())?.downloads).toBe(3)
    expect((await now())?.trending).toBe(2)
    expect(await rollDownloads(hub)).toBe(false)
    expect((await now())?.trending).toBe(2)
    hub.tick(2 * day)
    expect((await Promise.all([rollDownloads(hub), rollDownloads(hub)])).filter((did) => did)).toEqual([true])
    expect(await now()).toMatchObject({ downloads: 0, downloadsAll: 3, trending: 0 })
  })

  test('a repo that is freed stops nobody else’s counts, and the next one with its number gets none of its own', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const gone = await createRepo(hub, ada, { type: 'model', name: 'gone' })
    for (const each of [gone, repo]) countDownload(hub, each, { path: 'config.json', callerKey: 'a' })
    await hub.db.write((tx) => tx.deleteFrom('repo').where('id', '=', gone.id).execute())
    expect(await flushDownloads(hub)).toBe(1)
    countDownload(hub, gone, { path: 'config.json', callerKey: 'late' })
    await reuseRowIds(hub)
    const next = await createRepo(hub, ada, { type: 'model', name: 'next' })
    expect(next.id).toBe(gone.id)
    expect(await flushDownloads(hub)).toBe(0)
    const counts = await hub.db.read.selectFrom('repo').select(['name', 'downloads']).orderBy('name').execute()
    expect(counts).toEqual([
      { name: 'm', downloads: 1 },
      { name: 'next', downloads: 0 },
    ])
    countDownload(hub, repo, { path: 'config.json', callerKey: 'b' })
    expect(await flushDownloads(hub)).toBe(1)
  })

  test('a repo that is freed while counts are written is left out, and the others are counted', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const gone = await createRepo(hub, ada, { type: 'model', name: 'gone' })
    for (const each of [gone, repo]) countDownload(hub, each, { path: 'config.json', callerKey: 'a' })
    const flushing = await hub.db.write(async (tx) => {
      await tx.deleteFrom('repo').where('id', '=', gone.id).execute()
      return startSecondProcess(hub, flushDownloads)
    })
    expect(await flushing.working).toBe(1)
    expect((await findRepo(hub, ada, 'model', 'ada/m'))?.repo.downloads).toBe(1)
    expect(await flushDownloads(hub)).toBe(0)
  })
})
