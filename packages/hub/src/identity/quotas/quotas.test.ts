import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createOrg, createUser, loadActor } from '../accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { createCommit } from '../../changes/commits/index.ts'
import type { Dialect } from '../../foundation/db/db.ts'
import { preupload } from '../../changes/files/index.ts'
import { acceptUpload, lfsBatch } from '../../repository/lfs/index.ts'
import { createRepo, deleteRepo, duplicateRepo, moveRepo } from '../../repository/repos/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { issueXetToken } from '../../repository/xet/index.ts'
import { listStorageOwners, readStorage, setQuota } from './quota.ts'
import { ownerUse, repoUse } from './usage.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function openWorld(database: Dialect, config: { userQuotaBytes?: number; orgQuotaBytes?: number } = {}) {
  const hub = await openTestHub({ database, config })
  const actor = async (name: string, isAdmin = false) => {
    const account = await createUser(hub, { name, password: null, isAdmin })
    return (await loadActor(hub.db.read, account.id, null)) as UserActor
  }
  const root = await actor('root', true)
  const ada = await actor('ada')
  const bob = await actor('bob')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  const link = async (to: WithContent, content: Buffer) => {
    const objects = [{ oid: sha256(content), size: content.length }]
    const [object] = (await lfsBatch(hub, ada, to, { operation: 'upload', transfers: ['basic'], objects })).objects
    if (object?.state !== 'upload') throw new Error(`nothing to send: ${object?.state}`)
    return object.link
  }
  const send = async (token: string, content: Buffer) =>
    acceptUpload(
      hub,
      ada,
      token,
      (async function* () {
        yield content
      })(),
    )
  const commit = (to: WithContent, path: string, content: Buffer) =>
    createCommit(hub, ada, to, {
      revision: 'main',
      summary: 'x',
      operations: [{ kind: 'lfs', path, sha256: sha256(content), size: content.length }],
    })
  return { hub, root, ada, bob, repo, link, send, commit, [Symbol.asyncDispose]: () => hub.close() }
}

const refused = { code: 'storage.quota_exceeded' }

describe.for(databases)('what accounts hold and may hold, on %s', (database) => {
  test('large files count in every revision and before they are committed, once per repo; git’s objects when they are counted', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo, link, send, commit } = world
    const [one, two] = [Buffer.alloc(100_000, 1), Buffer.alloc(50_000, 2)]
    const before = await repoUse(hub, repo.id)
    expect(before.largeBytes).toBe(0)
    expect(before.gitBytes).toBeGreaterThan(100)
    await send(await link(repo, one), one)
    expect((await repoUse(hub, repo.id)).largeBytes).toBe(100_000)
    await commit(repo, 'a.bin', one)
    await send(await link(repo, two), two)
    await commit(repo, 'a.bin', two)
    await commit(repo, 'again.bin', two)
    expect((await repoUse(hub, repo.id)).largeBytes).toBe(150_000)
    const { gitBytes } = await repoUse(hub, repo.id)
    expect(gitBytes).toBeGreaterThan(before.gitBytes)
    // A recount gives the same result.
    hub.tick(61_000)
    expect((await repoUse(hub, repo.id)).gitBytes).toBe(gitBytes)
    const copy = await duplicateRepo(hub, ada, repo, { owner: 'ada', name: 'copy', visibility: 'private' })
    expect((await ownerUse(hub, ada.userId)).largeBytes).toBe(300_000)
    await deleteRepo(hub, ada, copy)
    expect((await ownerUse(hub, ada.userId)).largeBytes).toBe(150_000)
  })

  test('who is at the limit is refused before bytes are sent, everywhere', async () => {
    await using world = await openWorld(database, { userQuotaBytes: 100_000 })
    const { hub, ada, repo, link, send } = world
    const fits = Buffer.alloc(90_000, 1)
    const large = Buffer.alloc(100_000, 2)
    await expect(link(repo, large)).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/^Storage limit reached: ada uses [\d.]+ (?:bytes|kB) of 100\.0 kB\. /) as string,
    })
    const ask = (size: number) =>
      preupload(hub, ada, repo, 'main', [{ path: 'a.bin', size, sample: Buffer.alloc(0) }], { alwaysXet: false })
    await expect(ask(100_000)).rejects.toMatchObject(refused)
    await ask(90_000)
    await send(await link(repo, fits), fits)
    // Uploading the same again uses no more storage.
    await lfsBatch(hub, ada, repo, { operation: 'upload', transfers: ['basic'], objects: [{ oid: sha256(fits), size: fits.length }] })
    const text = Buffer.alloc(20_000, 'x')
    const write = (content: Buffer) =>
      createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [{ kind: 'file', path: 'a.txt', content }] })
    await expect(write(text)).rejects.toMatchObject(refused)
    await write(Buffer.from('small'))
    await setQuota(hub, world.root, 'ada', 1_000)
    await expect(issueXetToken(hub, ada, repo, 'write')).rejects.toMatchObject(refused)
    await expect(write(Buffer.from('smaller'))).rejects.toMatchObject(refused)
    // Anything that frees storage is allowed.
    await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [{ kind: 'delete', path: 'a.txt', scope: 'file' }] })
    await setQuota(hub, world.root, 'ada', null)
    await link(repo, large)
  })

  test('of many who send at once no more arrive than there is room for', async () => {
    await using world = await openWorld(database, { userQuotaBytes: 100_000 })
    const { hub, ada, repo, link, send } = world
    const other = await createRepo(hub, ada, { type: 'dataset', name: 'tables' })
    const contents = Array.from({ length: 8 }, (_, i) => Buffer.alloc(30_000, i))
    const links = await Promise.all(contents.map((content, i) => link(i % 2 === 0 ? repo : other, content)))
    const sent = await Promise.allSettled(links.map((token, i) => send(token, contents[i] ?? Buffer.alloc(0))))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const each of sent) if (each.status === 'rejected') expect(each.reason).toMatchObject(refused)
    expect((await ownerUse(hub, ada.userId)).largeBytes).toBe(90_000)
  })

  test('a repo does not move or get copied to where it does not fit', async () => {
    await using world = await openWorld(database, { orgQuotaBytes: 50_000 })
    const { hub, repo, link, send } = world
    await createOrg(hub, world.ada, { name: 'fleet' })
    const ada = (await loadActor(hub.db.read, world.ada.userId, null)) as UserActor
    const content = Buffer.alloc(60_000, 1)
    await send(await link(repo, content), content)
    await expect(moveRepo(hub, ada, repo, 'fleet', 'tides')).rejects.toMatchObject(refused)
    await expect(duplicateRepo(hub, ada, repo, { owner: 'fleet', name: 'copy', visibility: 'public' })).rejects.toMatchObject(refused)
    await setQuota(hub, world.root, 'fleet', 200_000)
    await moveRepo(hub, ada, repo, 'fleet', 'tides')
    expect((await readStorage(hub, ada, 'fleet')).largeBytes).toBe(60_000)
  })

  test('administrators see everybody and set limits; others see their own', async () => {
    await using world = await openWorld(database, { userQuotaBytes: 1_000_000 })
    const { hub, root, ada, bob, repo, link, send } = world
    const content = Buffer.alloc(10_000, 1)
    await send(await link(repo, content), content)
    const { owners, hasMore } = await listStorageOwners(hub, root, { limit: 2, skip: 0 })
    expect(owners.map(({ account, largeBytes }) => [account.name, largeBytes])).toEqual([
      ['ada', 10_000],
      ['root', 0],
    ])
    expect(owners[0]?.gitBytes).toBeGreaterThan(0)
    expect([hasMore, owners[0]?.limitBytes, owners[0]?.isDefault]).toEqual([true, 1_000_000, true])
    await expect(listStorageOwners(hub, ada, { limit: 2, skip: 0 })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(setQuota(hub, ada, 'ada', null)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(setQuota(hub, root, 'ada', 1.5)).rejects.toMatchObject({ code: 'body.invalid' })
    expect(await setQuota(hub, root, 'ada', 5)).toMatchObject({ limitBytes: 5, isDefault: false })
    expect(await setQuota(hub, root, 'ada', 'default')).toMatchObject({ limitBytes: 1_000_000, isDefault: true })
    expect((await readStorage(hub, ada, 'ada')).largeBytes).toBe(10_000)
    await expect(readStorage(hub, bob, 'ada')).rejects.toMatchObject({ code: 'auth.forbidden' })
  })
})
