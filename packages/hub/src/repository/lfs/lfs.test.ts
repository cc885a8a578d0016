import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { HubError } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous, type UserActor } from '../../foundation/actor/index.ts'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { Dialect } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { createRepo, deleteRepo, updateRepoSettings } from '../repos/index.ts'
import type { WithContent } from '../access/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { acceptPart, completeUpload, findPart, sweepUploads } from './multipart-upload.ts'
import { acceptUpload, confirmUpload } from './accept-upload.ts'
import { type BatchObject, type BatchRequest, lfsBatch } from './lfs-batch.ts'
import { gitOidOfBlob } from './git-oid-of-blob.ts'
import { linkLifetime, signLink, verifyLink } from './sign-link.ts'
import { openDownload } from './open-download.ts'
import { storeInlineLarge } from './store-inline-large.ts'

const chart = Buffer.from('a large chart, for the sake of the test')
const oid = shaOf(chart)
const object = { oid, size: chart.length }
const smallParts = { multipartFrom: 20, partBytes: 16 }

describe.for(databases)('LFS batch on %s', (database) => {
  test('asks for the bytes, takes them once, and then counts them as stored', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await offerOf(hub, ada, repo)
    expect(offer).toMatchObject({ state: 'upload', ...object, expiresAt: new Date(hub.now().getTime() + linkLifetime) })
    if (offer.state !== 'upload') return
    await expect(confirmUpload(hub, anonymous, offer.verify, object)).rejects.toMatchObject({ code: 'lfs.object_missing' })
    expect(await acceptUpload(hub, anonymous, offer.link, once(chart))).toMatchObject({ sha256: oid, size: chart.length })
    await confirmUpload(hub, ada, offer.verify, object)
    await confirmUpload(hub, anonymous, offer.verify, object)
    expect(await offerOf(hub, ada, repo)).toEqual({ ...object, state: 'stored' })
    // Retrying the whole upload is harmless.
    expect(await acceptUpload(hub, ada, offer.link, once(chart))).toMatchObject({ sha256: oid, size: chart.length })
  })

  test('does not tell that another repo has the object, and keeps its bytes once', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await upload(hub, ada, repo, chart)
    const other = await createRepo(hub, bob, { type: 'model', name: 'copy' })
    expect(await offerOf(hub, bob, other)).toMatchObject({ state: 'upload' })
    expect(await offerOf(hub, bob, other, { operation: 'download' })).toMatchObject({
      state: 'error',
      error: { code: 'lfs.object_missing' },
    })
    await upload(hub, bob, other, chart)
    expect(await offerOf(hub, bob, other)).toEqual({ ...object, state: 'stored' })
    const stored: string[] = []
    for await (const blob of hub.blobs.list()) stored.push(blob.sha256)
    expect(stored).toEqual([oid])
  })

  test('an upload is its user’s own until it is committed; two uploads make it every writer’s', async () => {
    await using world = await openWorld(database)
    const { hub, ada, admin, repo } = world
    await upload(hub, ada, repo, chart)
    expect(await pendingUser(hub, repo)).toBe(ada.userId)
    expect(await offerOf(hub, admin, repo)).toMatchObject({ state: 'upload' })
    expect(await offerOf(hub, anonymous, repo, { operation: 'download' })).toMatchObject({ state: 'error' })
    await upload(hub, admin, repo, chart)
    expect(await pendingUser(hub, repo)).toBe(0)
    expect(await offerOf(hub, ada, repo)).toEqual({ ...object, state: 'stored' })
    expect(await offerOf(hub, anonymous, repo, { operation: 'download' })).toMatchObject({ state: 'error' })
    await commitRow(hub, repo)
    await upload(hub, ada, repo, chart)
    expect(await pendingUser(hub, repo)).toBeNull()
    expect(await offerOf(hub, anonymous, repo, { operation: 'download' })).toMatchObject({ state: 'download', ...object })
  })

  test('a record whose file is gone asks for the bytes again', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    await upload(hub, ada, repo, chart)
    await hub.blobs.delete(oid)
    expect(await offerOf(hub, ada, repo)).toMatchObject({ state: 'upload' })
    await upload(hub, ada, repo, chart)
    expect(await offerOf(hub, ada, repo)).toMatchObject({ state: 'stored' })
  })

  test('answers for each object on its own', async () => {
    await using world = await openWorld(database, { maxFileBytes: 1000 })
    const { hub, ada, repo } = world
    await upload(hub, ada, repo, chart)
    const { objects } = await lfsBatch(hub, ada, repo, {
      operation: 'upload',
      transfers: ['basic'],
      objects: [
        object,
        { oid, size: 3 },
        { oid: 'A'.repeat(64), size: 1 },
        { oid: '../../x', size: 1 },
        { oid, size: -1 },
        { oid, size: 1.5 },
        { oid: 'a'.repeat(64), size: 1001 },
      ],
    })
    expect(objects.map((each) => (each.state === 'error' ? each.error.code : each.state))).toEqual([
      'stored',
      'lfs.size_mismatch',
      'body.invalid',
      'body.invalid',
      'body.invalid',
      'body.invalid',
      'body.too_large',
    ])
  })

  test('refuses what cannot fit on the disk before a byte is sent', async () => {
    await using world = await openWorld(database, { maxFileBytes: Number.MAX_SAFE_INTEGER })
    const { hub, ada, repo } = world
    const [answer] = (await lfsBatch(hub, ada, repo, { operation: 'upload', transfers: ['basic'], objects: [{ oid, size: 2 ** 52 }] }))
      .objects
    expect(answer).toMatchObject({ state: 'error', error: { code: 'storage.full' } })
  })

  test('refuses a batch that is too long', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const objects = Array.from({ length: 1001 }, (_, i) => ({ oid: i.toString(16).padStart(64, '0'), size: 1 }))
    const request: BatchRequest = { operation: 'download', transfers: [], objects }
    await expect(lfsBatch(hub, ada, repo, request)).rejects.toMatchObject({ code: 'body.invalid' })
    expect((await lfsBatch(hub, ada, repo, { ...request, objects: objects.slice(1) })).objects).toHaveLength(1000)
  })
})

describe.for(databases)('transfer links on %s', (database) => {
  test('refuse other bytes than those they are for, and keep nothing', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await offerOf(hub, ada, repo)
    if (offer.state !== 'upload') throw new Error('no upload offered')
    const sameSize = Buffer.alloc(chart.length, 'x')
    await expect(acceptUpload(hub, ada, offer.link, once(sameSize))).rejects.toMatchObject({ code: 'lfs.hash_mismatch' })
    await expect(acceptUpload(hub, ada, offer.link, once(chart.subarray(1)))).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
    await expect(acceptUpload(hub, ada, offer.link, once(Buffer.concat([chart, chart])))).rejects.toMatchObject({
      code: 'lfs.size_mismatch',
    })
    expect(await hub.blobs.stat(oid)).toBeNull()
    expect(await offerOf(hub, ada, repo)).toMatchObject({ state: 'upload' })
  })

  test('work for their operation, until they expire, and not when touched', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const claims = {
      operation: 'upload',
      repoUid: repo.uid,
      holder: [ada.uid, null],
      sha256: oid,
      size: 1,
      expiresAt: new Date(hub.now().getTime() + 1000),
      uploadId: null,
    } as const
    const link = await signLink(hub, claims)
    expect(await verifyLink(hub, 'upload', link)).toEqual(claims)
    await expect(verifyLink(hub, 'download', link)).rejects.toMatchObject({ code: 'lfs.link_expired' })
    const [body = '', signature = ''] = link.split('.')
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace(`"${ada.uid}"`, 'null')).toString('base64url')
    const broken = [
      `${forged}.${signature}`,
      body,
      `${body}.`,
      `${body}.${signature}x.y`,
      `.${signature}`,
      '',
      'x.y',
      `${body}.${signature.slice(0, -2)}`,
      `${body}.${signature.toUpperCase()}`,
    ]
    for (const token of broken) await expect(verifyLink(hub, 'upload', token)).rejects.toMatchObject({ code: 'lfs.link_expired' })
    hub.tick(999)
    await verifyLink(hub, 'upload', link)
    hub.tick(1)
    await expect(verifyLink(hub, 'upload', link)).rejects.toMatchObject({ code: 'lfs.link_expired' })
  })

  test('of one hub are nothing to another', async () => {
    await using one = await openWorld(database)
    await using two = await openWorld(database)
    const offer = await offerOf(one.hub, one.ada, one.repo)
    if (offer.state !== 'upload') throw new Error('no upload offered')
    await expect(acceptUpload(two.hub, two.ada, offer.link, once(chart))).rejects.toMatchObject({ code: 'lfs.link_expired' })
  })

  test('are not for other signed-in users', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const offer = await offerOf(hub, ada, repo)
    if (offer.state !== 'upload') throw new Error('no upload offered')
    await expect(acceptUpload(hub, bob, offer.link, once(chart))).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(confirmUpload(hub, bob, offer.verify, object)).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await hub.blobs.stat(oid)).toBeNull()
  })

  test('end with the right they stand for', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    await upload(hub, ada, repo, chart)
    await commitRow(hub, repo)
    const offer = await offerOf(hub, ada, repo, { objects: [{ oid: 'a'.repeat(64), size: 1 }] })
    const download = await offerOf(hub, anonymous, repo, { operation: 'download' })
    if (offer.state !== 'upload' || download.state !== 'download') throw new Error('no links')
    expect(await openDownload(hub, anonymous, download.link)).toMatchObject({
      content: { sha256: oid, size: chart.length },
      repo: { id: repo.id },
    })
    await updateRepoSettings(hub, ada, repo, { visibility: 'private' })
    await expect(openDownload(hub, anonymous, download.link)).rejects.toMatchObject({ code: 'lfs.link_expired' })
    await hub.db.write((tx) => tx.updateTable('account').set({ disabled: 1 }).where('id', '=', ada.userId).execute())
    await expect(acceptUpload(hub, anonymous, offer.link, once(Buffer.from('x')))).rejects.toMatchObject({ code: 'lfs.link_expired' })
    await hub.db.write((tx) => tx.updateTable('account').set({ disabled: 0 }).where('id', '=', ada.userId).execute())
    await deleteRepo(hub, ada, repo)
    await expect(acceptUpload(hub, anonymous, offer.link, once(Buffer.from('x')))).rejects.toMatchObject({ code: 'lfs.link_expired' })
  })

  test('verification names the object that was uploaded', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await offerOf(hub, ada, repo)
    if (offer.state !== 'upload') throw new Error('no upload offered')
    await acceptUpload(hub, ada, offer.link, once(chart))
    await expect(confirmUpload(hub, ada, offer.verify, { oid, size: 1 })).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
    await expect(confirmUpload(hub, ada, offer.verify, { oid: 'b'.repeat(64), size: chart.length })).rejects.toMatchObject({
      code: 'lfs.hash_mismatch',
    })
  })
})

describe.for(databases)('uploads in parts on %s', (database) => {
  test('arrive in any order and end in one blob', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await partsOf(hub, ada, repo)
    expect(offer).toMatchObject({ parts: 3, partBytes: 16 })
    expect(await findPart(hub, ada, offer.link, 1)).toBeNull()
    const etags = new Map<number, string>()
    for (const number of [3, 1, 2]) etags.set(number, (await acceptPart(hub, anonymous, offer.link, number, once(partOf(number)))).etag)
    expect(await findPart(hub, ada, offer.link, 1)).toEqual({ etag: etags.get(1) })
    const parts = [1, 2, 3].map((partNumber) => ({ partNumber, etag: `"${etags.get(partNumber)}"` }))
    await completeUpload(hub, anonymous, offer.link, { oid, parts })
    expect(await hub.blobs.stat(oid)).toEqual({ sha256: oid, size: chart.length })
    expect(await pendingUser(hub, repo)).toBe(ada.userId)
    await confirmUpload(hub, ada, offer.verify, object)
    expect(await uploadFolders(hub)).toEqual([])
    // The response got lost and the client asks again.
    await completeUpload(hub, anonymous, offer.link, { oid, parts })
    await expect(acceptPart(hub, ada, offer.link, 1, once(partOf(1)))).rejects.toMatchObject({ code: 'lfs.link_expired' })
  })

  test('are resumed by the next batch request', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const first = await partsOf(hub, ada, repo)
    const { etag } = await acceptPart(hub, ada, first.link, 2, once(partOf(2)))
    hub.tick(60_000)
    const second = await partsOf(hub, ada, repo)
    expect(second.link).not.toBe(first.link)
    expect(await findPart(hub, ada, second.link, 2)).toEqual({ etag })
    expect(await findPart(hub, ada, second.link, 1)).toBeNull()
  })

  test('keep nothing of a part that breaks off or has the wrong size', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await partsOf(hub, ada, repo)
    async function* broken() {
      yield partOf(1).subarray(0, 4)
      throw new Error('the line went dead')
    }
    await expect(acceptPart(hub, ada, offer.link, 1, broken())).rejects.toThrow('the line went dead')
    await expect(acceptPart(hub, ada, offer.link, 1, once(chart))).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
    await expect(acceptPart(hub, ada, offer.link, 3, once(partOf(1)))).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
    for (const number of [0, 4, -1, 1.5, Number.NaN]) {
      await expect(acceptPart(hub, ada, offer.link, number, once(chart))).rejects.toMatchObject({ code: 'query.invalid' })
    }
    const [folder = ''] = await uploadFolders(hub)
    expect(await readdir(join(hub.config.dataDir, 'uploads', folder))).toEqual([])
  })

  test('a part sent again replaces the first; listed tags must be those that arrived', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await partsOf(hub, ada, repo)
    const wrong = await acceptPart(hub, ada, offer.link, 1, once(Buffer.alloc(16)))
    const parts = []
    for (const partNumber of [1, 2, 3])
      parts.push({ partNumber, ...(await acceptPart(hub, ada, offer.link, partNumber, once(partOf(partNumber)))) })
    await expect(completeUpload(hub, ada, offer.link, { oid, parts: parts.slice(1) })).rejects.toMatchObject({ code: 'lfs.object_missing' })
    await expect(
      completeUpload(hub, ada, offer.link, { oid, parts: [{ partNumber: 1, ...wrong }, ...parts.slice(1)] }),
    ).rejects.toMatchObject({ code: 'lfs.object_missing' })
    await expect(completeUpload(hub, ada, offer.link, { oid: 'c'.repeat(64), parts })).rejects.toMatchObject({ code: 'lfs.hash_mismatch' })
    await completeUpload(hub, ada, offer.link, { oid, parts })
    expect(await hub.blobs.stat(oid)).toEqual({ sha256: oid, size: chart.length })
  })

  test('parts that make another file are dropped', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await partsOf(hub, ada, repo)
    const parts = []
    for (const partNumber of [1, 2, 3]) {
      parts.push({ partNumber, ...(await acceptPart(hub, ada, offer.link, partNumber, once(Buffer.alloc(partOf(partNumber).length)))) })
    }
    await expect(completeUpload(hub, ada, offer.link, { oid, parts })).rejects.toMatchObject({ code: 'lfs.hash_mismatch' })
    expect(await uploadFolders(hub)).toEqual([])
    expect(await hub.blobs.stat(oid)).toBeNull()
    await expect(completeUpload(hub, ada, offer.link, { oid, parts })).rejects.toMatchObject({ code: 'lfs.link_expired' })
    expect(await partsOf(hub, ada, repo)).toMatchObject({ state: 'multipart' })
  })

  test('are swept after they expired, not before', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const offer = await partsOf(hub, ada, repo)
    await acceptPart(hub, ada, offer.link, 1, once(partOf(1)))
    expect(await sweepUploads(hub)).toBe(0)
    expect(await uploadFolders(hub)).toHaveLength(1)
    hub.tick(linkLifetime)
    expect(await sweepUploads(hub)).toBe(1)
    expect(await uploadFolders(hub)).toEqual([])
    expect(await hub.db.read.selectFrom('lfs_upload').selectAll().execute()).toEqual([])
  })

  test('are offered only to clients that know them, and to git-lfs for all objects or none', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const small = { oid: 'd'.repeat(64), size: 3 }
    const states = async (transfers: string[], objects: { oid: string; size: number }[]) => {
      const answer = await lfsBatch(hub, ada, repo, { operation: 'upload', transfers, objects }, smallParts)
      return [answer.transfer, ...answer.objects.map(({ state }) => state)]
    }
    expect(await states(['basic'], [object])).toEqual(['basic', 'upload'])
    expect(await states(['basic', 'multipart'], [object, small])).toEqual(['basic', 'multipart', 'upload'])
    expect(await states(['basic', 'multipart', 'xet'], [object])).toEqual(['multipart', 'multipart'])
    expect(await states(['multipart', 'lfs-standalone-file', 'basic', 'ssh'], [object, small])).toEqual(['basic', 'upload', 'upload'])
    expect(await states(['multipart', 'lfs-standalone-file', 'basic', 'ssh'], [object])).toEqual(['multipart', 'multipart'])
  })
})

describe.for(databases)('large files sent inside a commit on %s', (database) => {
  test('are stored as if uploaded, up to the limit', async () => {
    await using world = await openWorld(database, { inlineUploadBytes: chart.length })
    const { hub, ada, repo } = world
    expect(await storeInlineLarge(hub, ada, repo, once(chart))).toMatchObject({ sha256: oid, size: chart.length })
    expect(await pendingUser(hub, repo)).toBe(ada.userId)
    await expect(storeInlineLarge(hub, ada, repo, once(Buffer.concat([chart, chart])))).rejects.toMatchObject({ code: 'body.too_large' })
  })

  test('have a git name too, computed once', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    await upload(hub, ada, repo, chart)
    const expected = createHash('sha1').update(`blob ${chart.length}\0`).update(chart).digest('hex')
    expect(await gitOidOfBlob(hub, oid)).toBe(expected)
    await hub.blobs.delete(oid)
    expect(await gitOidOfBlob(hub, oid)).toBe(expected)
    expect(await gitOidOfBlob(hub, 'e'.repeat(64))).toBeNull()
  })
})

async function openWorld(database: Dialect, config: { maxFileBytes?: number; inlineUploadBytes?: number } = {}) {
  const hub = await openTestHub({ database, config })
  const admin = await newUser(hub, 'root')
  const ada = await newUser(hub, 'ada')
  const bob = await newUser(hub, 'bob')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  return { hub, admin, ada, bob, repo, [Symbol.asyncDispose]: () => hub.close() }
}

async function newUser(hub: Hub, name: string): Promise<UserActor> {
  const account = await createUser(hub, { name: name === 'root' ? 'harbourmaster' : name, password: null })
  const actor = await loadActor(hub.db.read, account.id, null)
  if (!actor) throw new Error('no actor')
  return actor
}

async function offerOf(hub: Hub, actor: Actor, repo: WithContent, request: Partial<BatchRequest> = {}): Promise<BatchObject> {
  const answer = await lfsBatch(hub, actor, repo, { operation: 'upload', transfers: ['basic'], objects: [object], ...request })
  const [offer] = answer.objects
  if (!offer) throw new Error('no answer')
  return offer
}

async function partsOf(hub: Hub, actor: Actor, repo: WithContent): Promise<Extract<BatchObject, { state: 'multipart' }>> {
  const answer = await lfsBatch(hub, actor, repo, { operation: 'upload', transfers: ['basic', 'multipart'], objects: [object] }, smallParts)
  const [offer] = answer.objects
  if (offer?.state !== 'multipart') throw new Error('no parts offered')
  return offer
}

async function upload(hub: Hub, actor: Actor, repo: WithContent, bytes: Buffer): Promise<void> {
  const offer = await offerOf(hub, actor, repo, { objects: [{ oid: shaOf(bytes), size: bytes.length }] })
  if (offer.state === 'upload') await acceptUpload(hub, actor, offer.link, once(bytes))
  else if (offer.state === 'error') throw offer.error satisfies HubError
}

async function pendingUser(hub: Hub, repo: WithContent): Promise<number | null> {
  const row = await hub.db.read.selectFrom('repo_lfs').select('pending_user').where('repo_id', '=', repo.id).executeTakeFirstOrThrow()
  return row.pending_user
}

/** Does what a commit does to the objects it references. */
async function commitRow(hub: Hub, repo: WithContent): Promise<void> {
  await hub.db.write((tx) => tx.updateTable('repo_lfs').set({ pending_user: null }).where('repo_id', '=', repo.id).execute())
}

async function uploadFolders(hub: Hub): Promise<string[]> {
  return readdir(join(hub.config.dataDir, 'uploads')).catch(() => [])
}

function partOf(number: number): Buffer {
  return chart.subarray((number - 1) * 16, number * 16)
}

function shaOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
