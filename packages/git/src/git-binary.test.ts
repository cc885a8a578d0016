import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeCommit, parseCommit } from './commit.ts'
import { makeObject, objectBody, type StoredObject } from './object.ts'
import { zeroOid } from './oid.ts'
import { encodePackIndex, type PackEntry } from './pack-index.ts'
import { writePack } from './pack-writer.ts'
import { encodeTag } from './tag.ts'
import { encodeTree, parseTree } from './tree.ts'

/* The git program is the reference: it must accept what we write, and we must read what it writes. */
let folder = ''
const git = (args: string[], input?: Buffer) =>
  execFileSync('git', args, { cwd: folder, input, env: { ...baseEnvironment, GIT_DIR: join(folder, '.git') } })
const baseEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nonexistent' }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-git-'))
  execFileSync('git', ['init', '-q', folder], { env: baseEnvironment })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const who = { name: 'Ada <b>\nLovelace', email: 'ada@example.org', date: new Date('2026-01-02T03:04:05Z'), offsetMinutes: 0 }

function sample(): StoredObject[] {
  const blob = makeObject('blob', Buffer.from('a chart\n'))
  const empty = makeObject('blob', Buffer.alloc(0))
  const inner = makeObject('tree', encodeTree([{ mode: '100644', name: 'ü file', oid: blob.oid }]))
  const tree = makeObject(
    'tree',
    encodeTree([
      { mode: '100644', name: 'a.b', oid: blob.oid },
      { mode: '40000', name: 'a', oid: inner.oid },
      { mode: '100755', name: 'a-b', oid: empty.oid },
      { mode: '120000', name: 'link', oid: blob.oid },
    ]),
  )
  const commit = makeObject('commit', encodeCommit({ tree: tree.oid, parents: [], author: who, committer: who, message: 'First\0 chart' }))
  const tag = makeObject('tag', encodeTag({ object: commit.oid, type: 'commit', tag: 'v1', tagger: who, message: 'one' }))
  return [blob, empty, inner, tree, commit, tag]
}

describe('git accepts what we write', () => {
  test('object ids equal those of git hash-object', () => {
    for (const object of sample()) {
      const theirs = git(['hash-object', '-t', object.type, '--stdin', '-w'], objectBody(object)).toString().trim()
      expect(theirs).toBe(object.oid)
    }
  })

  test('a pack passes index-pack --strict and fsck', async () => {
    const objects = sample()
    const pieces: Buffer[] = []
    for await (const piece of writePack(objects.length, objects)) pieces.push(piece)
    const file = join(folder, 'test.pack')
    writeFileSync(file, Buffer.concat(pieces))
    git(['index-pack', '--strict', file])
    git(['update-ref', 'refs/heads/main', objects[4]?.oid ?? zeroOid])
    expect(git(['fsck', '--strict', '--full']).toString()).not.toMatch(/error|missing|warning/)
    expect(git(['ls-tree', '-r', '--name-only', '-z', 'main']).toString().split('\0')).toEqual(['a-b', 'a.b', 'a/ü file', 'link', ''])
    expect(git(['log', '--format=%an|%s', 'main']).toString().trim()).toBe('Ada bLovelace|First chart')
  })
})

test('our index of a pack is the one that git makes', async () => {
  const objects = sample()
  const entries: PackEntry[] = []
  const pieces: Buffer[] = []
  for await (const piece of writePack(objects.length, objects, (entry) => entries.push(entry))) pieces.push(piece)
  const file = join(folder, 'indexed.pack')
  writeFileSync(file, Buffer.concat(pieces))
  git(['index-pack', file])
  expect(encodePackIndex(entries, pieces.at(-1) ?? Buffer.alloc(0))).toEqual(readFileSync(join(folder, 'indexed.idx')))
})

test('we read what git writes, unknown headers included', () => {
  const body = Buffer.from(
    `tree ${zeroOid}\nparent ${'1'.repeat(40)}\nauthor A U <a@b> 1700000000 -0330\ncommitter C <> 1700000001 +0100\nencoding x\ngpgsig -----BEGIN\n more\n\ntitle\n\nbody\n`,
  )
  const commit = parseCommit(body)
  expect(commit.parents).toEqual(['1'.repeat(40)])
  expect(commit.author).toEqual({ name: 'A U', email: 'a@b', date: new Date(1700000000000), offsetMinutes: -210 })
  expect(commit.message).toBe('title\n\nbody\n')
})

test('a tree survives encoding and parsing', () => {
  const items = parseTree(objectBody(sample()[3] ?? makeObject('tree', Buffer.alloc(0))))
  expect(items.map(({ name }) => name)).toEqual(['a-b', 'a.b', 'a', 'link'])
  expect(encodeTree([...items].reverse())).toEqual(objectBody(sample()[3] ?? makeObject('tree', Buffer.alloc(0))))
})

test.for([Buffer.from('100644 a'), Buffer.from('100644 a\0short'), Buffer.from('777 a\0' + 'x'.repeat(20))])(
  'a malformed tree is refused',
  (body) => {
    expect(() => parseTree(body)).toThrow('git tree')
  },
)
