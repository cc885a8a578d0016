import { Readable } from 'node:stream'
import type { Oid } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor, type CommitOperation, createCommit, type Hub, recordUpload, createRepo } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { diffView } from './diff-view.ts'

async function start(hub: Hub) {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  const commit = async (...operations: CommitOperation[]): Promise<Oid> =>
    (await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })).commitOid
  const view = (base: Oid | null, head: Oid, more: { content?: null; only?: string } = {}) =>
    diffView(hub, repo, { base, head, content: repo, ...more })
  return { ada, repo, commit, view }
}

const file = (path: string, content: string | Buffer): CommitOperation => ({ kind: 'file', path, content: Buffer.from(content) })
const numbered = (count: number, text = '') => Array.from({ length: count }, (_, i) => `${i}${text}\n`).join('')

describe('the view of a diff', () => {
  test('has lines with numbers, colors and what differs within', async () => {
    await using hub = await openTestHub()
    const { commit, view } = await start(hub)
    const first = await commit(file('a.py', 'import os\nx = "old value"\n'))
    const second = await commit(file('a.py', 'import os\nx = "new value"\r\n'))
    const diff = await view(first, second)
    const [a] = diff.files
    expect(a).toMatchObject({ path: 'a.py', status: 'changed', added: 1, removed: 1 })
    const lines = a?.body.kind === 'hunks' ? a.body.hunks[0]?.lines : []
    expect(lines?.map(({ kind, old, new: now, text }) => [kind, old, now, text])).toEqual([
      ['same', 1, 1, 'import os'],
      ['removed', 2, null, 'x = "old value"'],
      ['added', null, 2, 'x = "new value"'],
    ])
    expect(lines?.[2]?.marks).toEqual([{ start: 5, end: 8 }])
    expect(lines?.[2]?.html).toContain('<span class="tok-string">')
  })

  test('large files are told by size and hash, binary ones by size', async () => {
    await using hub = await openTestHub()
    const { ada, repo, commit, view } = await start(hub)
    const blob = await hub.blobs.put(Readable.from([Buffer.alloc(3_000, 1)]), {})
    await hub.db.write((tx) => recordUpload(tx, hub, repo.id, ada.userId, blob))
    const first = await commit(file('b.dat', Buffer.from([0, 1])))
    const second = await commit({ kind: 'lfs', path: 'w.bin', sha256: blob.sha256 }, file('b.dat', Buffer.from([0, 1, 2])))
    const { files, added, uncounted } = await view(first, second)
    expect(files.map(({ path, body }) => [path, body])).toEqual([
      ['b.dat', { kind: 'binary', oldSize: 2, newSize: 3 }],
      ['w.bin', { kind: 'large', before: null, after: { size: 3_000, sha256: blob.sha256 } }],
    ])
    expect([added, uncounted]).toEqual([0, false])
  })

  test('stays small whatever was pushed', async () => {
    await using hub = await openTestHub()
    const { commit, view } = await start(hub)
    const first = await commit(
      file('long.txt', numbered(100_000)),
      file('line.txt', 'x'.repeat(900_000)),
      file('huge.txt', numbered(200_000)),
    )
    const second = await commit(
      file('long.txt', numbered(100_000, '!')),
      file('line.txt', `${'x'.repeat(900_000)}y`),
      file('huge.txt', numbered(200_001)),
      file('bad.txt', Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28])),
    )
    const { files } = await view(first, second)
    const kinds = files.map(({ path, body }) => [path, body.kind === 'collapsed' ? body.reason : body.kind])
    expect(kinds).toEqual([
      ['bad.txt', 'hunks'],
      ['huge.txt', 'too-large'],
      ['line.txt', 'hunks'],
      ['long.txt', 'long'],
    ])
    expect(files[3]).toMatchObject({ added: 100_000, removed: 100_000 })
    expect(JSON.stringify(files).length).toBeLessThan(20_000)
    const alone = await view(first, second, { only: 'long.txt' })
    expect(alone.files.map(({ path, body }) => [path, body.kind])).toEqual([['long.txt', 'collapsed']])
    expect(alone.total).toBe(4)
  })

  test('a thousand files: some are named, the rest are counted', async () => {
    await using hub = await openTestHub()
    const { commit, view } = await start(hub)
    const first = await commit(...Array.from({ length: 1_000 }, (_, i) => file(`f/${i}.txt`, numbered(30))))
    const { files, total, uncounted } = await view(null, first)
    expect([files.length, total, uncounted]).toEqual([300, 1_001, true])
    expect(files.filter(({ body }) => body.kind === 'hunks').length).toBeLessThan(150)
    const last = await view(null, first, { only: 'f/999.txt' })
    expect(last.files[0]?.body.kind).toBe('hunks')
  })

  test('without the right to the files only their names are told', async () => {
    await using hub = await openTestHub()
    const { commit, view } = await start(hub)
    const head = await commit(file('secret.txt', 'the secret\n'))
    const diff = await view(null, head, { content: null })
    expect(JSON.stringify(diff)).not.toContain('the secret')
    expect(diff.files.find(({ path }) => path === 'secret.txt')?.body).toEqual({ kind: 'restricted' })
  })
})
