import fc from 'fast-check'
import {
  encodeCommit,
  encodeTree,
  fileMode,
  folderMode,
  makeObject,
  objectBody,
  type Oid,
  type StoredObject,
  type TreeItem,
} from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import { putObjects, readObject } from '../../foundation/git-store/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import { openTestHub } from '../../testing/open-test-hub.ts'
import { mergeBases, mergeCommits } from './merge-commits.ts'
import { mergeText } from '../diff/index.ts'
import { mergeTrees } from './merge-trees.ts'

const lines = (...all: string[]) => Buffer.from(all.map((line) => `${line}\n`).join(''))
const merged = (base: Buffer, ours: Buffer, theirs: Buffer, mode?: 'union') => mergeText(base, ours, theirs, mode)?.toString() ?? null

describe('texts', () => {
  const base = lines('a', 'b', 'c', 'd', 'e')
  test('changes in different places come together', () => {
    expect(merged(base, lines('A', 'b', 'c', 'd', 'e'), lines('a', 'b', 'c', 'd', 'E', 'f'))).toBe('A\nb\nc\nd\nE\nf\n')
    expect(merged(base, lines('b', 'c', 'd', 'e'), lines('a', 'b', 'c', 'x', 'd', 'e'))).toBe('b\nc\nx\nd\ne\n')
  })
  test('the same change on both sides is one change', () => {
    expect(merged(base, lines('a', 'x', 'c', 'd', 'e'), lines('a', 'x', 'c', 'd', 'E'))).toBe('a\nx\nc\nd\nE\n')
  })
  test('changes of the same lines, or of lines beside each other, are a conflict', () => {
    expect(merged(base, lines('a', 'x', 'c', 'd', 'e'), lines('a', 'y', 'c', 'd', 'e'))).toBe(null)
    expect(merged(base, lines('a', 'x', 'c', 'd', 'e'), lines('a', 'b', 'y', 'd', 'e'))).toBe(null)
    expect(merged(base, lines('a', 'c', 'd', 'e'), lines('a', 'B', 'c', 'd', 'e'))).toBe(null)
    expect(merged(base, lines('a', 'b', 'c', 'd', 'e', 'x'), lines('a', 'b', 'c', 'd', 'e', 'y'))).toBe(null)
  })
  test('a missing line end, CRLF and bytes that are no UTF-8 stay as they are', () => {
    expect(merged(Buffer.from('a\nb\nc'), Buffer.from('A\nb\nc'), Buffer.from('a\nb\nc\n'))).toBe('A\nb\nc\n')
    expect(merged(Buffer.from('a\r\nb\r\nc\r\n'), Buffer.from('A\r\nb\r\nc\r\n'), Buffer.from('a\r\nb\r\nC\r\n'))).toBe('A\r\nb\r\nC\r\n')
    const odd = mergeText(
      Buffer.from([0xff, 10, 1, 10, 2, 10]),
      Buffer.from([0xff, 10, 1, 10, 3, 10]),
      Buffer.from([0xfe, 10, 1, 10, 2, 10]),
    )
    expect([...(odd ?? [])]).toEqual([0xfe, 10, 1, 10, 3, 10])
  })
  test('lists of both sides are joined where asked', () => {
    expect(merged(lines('a'), lines('a', 'x', 'z'), lines('a', 'y', 'x'), 'union')).toBe('a\nx\nz\ny\n')
    expect(merged(Buffer.from('a'), Buffer.from('a\nx'), Buffer.from('a\ny'), 'union')).toBe('a\nx\ny')
  })
  test('merging is even-handed, and one side alone wins as it is', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((all) => Buffer.from(all.join('\n')))
    fc.assert(
      fc.property(text, text, text, (o, a, b) => {
        expect(merged(o, a, o)).toBe(a.toString())
        expect(merged(o, o, b)).toBe(b.toString())
        expect(merged(o, a, a)).toBe(a.toString())
        expect(merged(o, a, b)).toBe(merged(o, b, a))
      }),
      { numRuns: 500, seed: 7 },
    )
  })
  test('hostile texts end soon', () => {
    const same = Buffer.from('x\n'.repeat(200_000))
    const other = Buffer.from('x\ny\n'.repeat(100_000))
    expect(merged(same, other, Buffer.from('y\nx\n'.repeat(100_000)))).toBe(null)
  })
})

type Files = Readonly<Record<string, string>>

/** A repo for adding trees and commits by hand. */
async function openRepo() {
  const hub = await openTestHub()
  const { id } = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, id, null)
  if (!ada) throw new Error('ada is not there')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  const put = async (...objects: StoredObject[]) => hub.db.write((tx) => putObjects(tx, repo.id, objects))
  const tree = async (files: Files): Promise<Oid> => {
    const items: TreeItem[] = []
    const folders = new Map<string, Record<string, string>>()
    for (const [path, content] of Object.entries(files)) {
      const [first = '', ...rest] = path.split('/')
      if (rest.length > 0) {
        folders.set(first, { ...folders.get(first), [rest.join('/')]: content })
        continue
      }
      const blob = makeObject('blob', Buffer.from(content))
      await put(blob)
      items.push({ name: first.replace(/^!/, ''), mode: first.startsWith('!') ? '100755' : fileMode, oid: blob.oid })
    }
    for (const [name, inner] of folders) items.push({ name, mode: folderMode, oid: await tree(inner) })
    const object = makeObject('tree', encodeTree(items))
    await put(object)
    return object.oid
  }
  let seconds = 0
  const commit = async (files: Files, ...parents: Oid[]): Promise<Oid> => {
    const who = { name: 'ada', email: 'ada@example.org', date: new Date(1_700_000_000_000 + 1_000 * seconds++), offsetMinutes: 0 }
    const object = makeObject('commit', encodeCommit({ tree: await tree(files), parents, author: who, committer: who, message: 'm' }))
    await put(object)
    return object.oid
  }
  const merge = async (base: Files | null, ours: Files, theirs: Files) => {
    const done = await mergeTrees(hub, repo, base && (await tree(base)), await tree(ours), await tree(theirs))
    const fresh = new Map(done.objects.map((object) => [object.oid, object]))
    const changes: Record<string, string | null> = {}
    for (const { path, item } of done.changes) {
      if (item === null) changes[path] = null
      else if (item.mode === folderMode) changes[path] = 'folder'
      else {
        const object = fresh.get(item.oid) ?? (await readObject(hub.db.read, repo.id, item.oid))
        changes[path] = `${item.mode === '100755' ? '!' : ''}${object ? objectBody(object).toString() : ''}`
      }
    }
    return { changes, conflicts: done.conflicts }
  }
  return { hub, repo, commit, merge, [Symbol.asyncDispose]: () => hub.close() }
}

describe('trees', () => {
  test('files that one side changed, added or took away come over; folders as wholes', async () => {
    await using world = await openRepo()
    const base = { a: '1', b: '1', 'x/y/a': '1', 'x/z': '1' }
    const done = await world.merge(base, { ...base, a: '2', 'x/z': '2' }, { a: '1', 'x/z': '1', 'x/y/a': '2', 'n/m': '1' })
    expect(done).toEqual({ changes: { b: null, n: 'folder', 'x/y': 'folder' }, conflicts: [] })
  })
  test('the same file is merged by lines, also its mode', async () => {
    await using world = await openRepo()
    const base = { a: '1\n2\n3\n4\n5\n', 'd/b': 'x' }
    const done = await world.merge(base, { ...base, a: '1!\n2\n3\n4\n5\n' }, { '!a': '1\n2\n3\n4\n5!\n', 'd/b': 'x' })
    expect(done).toEqual({ changes: { a: '!1!\n2\n3\n4\n5!\n' }, conflicts: [] })
  })
  test.for<[string, Files | null, Files, Files, string[]]>([
    ['both change the same line', { a: '1' }, { a: '2' }, { a: '3' }, ['a']],
    ['one changes what the other takes away', { a: '1', b: '1' }, { a: '2', b: '1' }, { b: '1' }, ['a']],
    ['one takes away what the other changes', { a: '1', b: '1' }, { b: '1' }, { a: '2', b: '1' }, ['a']],
    ['both add another file', { x: '1' }, { x: '1', a: '1' }, { x: '1', a: '2' }, ['a']],
    ['a file where the other has a folder', { x: '1' }, { x: '1', a: '1' }, { x: '1', 'a/b': '1' }, ['a']],
    ['a folder where the other has a file', { x: '1' }, { x: '1', 'a/b': '1' }, { x: '1', a: '1' }, ['a']],
    [
      'a folder taken away in which the other changes a file',
      { 'd/a': '1', 'd/b': '1', x: '1' },
      { x: '1' },
      { 'd/a': '2', 'd/b': '1', x: '1' },
      ['d/a'],
    ],
    ['a file made a folder that the other takes away', { a: '1', x: '1' }, { 'a/b': '1', x: '1' }, { x: '1' }, ['a']],
    ['binary files', { a: 'x\0\n\ny\n' }, { a: 'X\0\n\ny\n' }, { a: 'x\0\n\nY\n' }, ['a']],
    ['large files', { a: pointer('1') }, { a: pointer('2') }, { a: pointer('3') }, ['a']],
    ['histories without a common commit', null, { a: '1', b: '1' }, { a: '2', b: '1' }, ['a']],
  ])('%s: a conflict', async ([, base, ours, theirs, conflicts]) => {
    await using world = await openRepo()
    expect((await world.merge(base, ours, theirs)).conflicts).toEqual(conflicts)
  })
  test('both sides add rules for large files: both hold', async () => {
    await using world = await openRepo()
    const rule = (name: string) => `${name} filter=lfs\n`
    const done = await world.merge({ '.gitattributes': '' }, { '.gitattributes': rule('a') }, { '.gitattributes': rule('b') })
    expect(done).toEqual({ changes: { '.gitattributes': `${rule('a')}${rule('b')}` }, conflicts: [] })
  })
})

function pointer(digit: string): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 1\n`
}

describe('histories', () => {
  test('the base is the newest common ancestor, however often one merged the other', async () => {
    await using world = await openRepo()
    const { hub, repo, commit } = world
    const o = await commit({ a: '1\n' })
    const ours = await commit({ a: '1\n', b: '1' }, o)
    const theirs = await commit({ a: '2\n' }, o)
    const both = await commit({ a: '2\n', b: '1' }, theirs, ours)
    const further = await commit({ a: '3\n', b: '1' }, both)
    expect(await mergeBases(hub, repo, ours, theirs)).toEqual([o])
    expect(await mergeBases(hub, repo, ours, further)).toEqual([ours])
    const done = await mergeCommits(hub, repo, ours, further)
    expect([done.conflicts, done.changes.map(({ path }) => path)]).toEqual([[], ['a']])
  })
  test('histories that cross: what the bases agree on is merged, the rest is a conflict', async () => {
    await using world = await openRepo()
    const { hub, repo, commit } = world
    const o = await commit({ a: '0', b: '0' })
    const a1 = await commit({ a: '1', b: '0' }, o)
    const b1 = await commit({ a: '2', b: '0' }, o)
    // Each merges the other and resolves `a` in its own way.
    const a2 = await commit({ a: '1', b: '0' }, a1, b1)
    const b2 = await commit({ a: '2', b: '0', c: '1' }, b1, a1)
    expect((await mergeBases(hub, repo, a2, b2)).toSorted()).toEqual([a1, b1].toSorted())
    const done = await mergeCommits(hub, repo, a2, b2)
    expect(done.conflicts).toEqual(['a'])
    expect(done.changes.map(({ path }) => path)).toContain('c')
  })
})
