import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { objectOid, type Oid } from '@portolan/git'
import { copyOf, rawDelta, type RawEntry, rawPack } from '@portolan/git/testing'

/** The push of a hostile client: a pack, and the commit that the branch should point to. */
export interface HostilePack {
  readonly to: Oid
  readonly pack: Buffer | Iterable<Buffer>
}

const anyOid = 'a'.repeat(40) as Oid
const text = Buffer.from('a file\n')
const textOid = objectOid('blob', text)

export function treeItem(mode: string, name: string | Buffer, oid: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.of(0), Buffer.from(oid, 'hex')])
}

function commitOf(tree: Oid, rest = ''): Buffer {
  return Buffer.from(`tree ${tree}\n${rest}author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`)
}

/** Builds a pack with a commit on a tree, and the entries the tree needs. */
export function packOf(root: Buffer, entries: readonly RawEntry[] = [], options: Parameters<typeof rawPack>[1] = {}): HostilePack {
  const commit = commitOf(objectOid('tree', root))
  const all: RawEntry[] = [...entries, { type: 'tree', body: root }, { type: 'commit', body: commit }]
  return { to: objectOid('commit', commit), pack: rawPack(all, options).pack }
}

const blob: RawEntry = { type: 'blob', body: text }
const plainTree = treeItem('100644', 'a.txt', textOid)
const plain = () => packOf(plainTree, [blob])
const named =
  (name: string | Buffer, mode = '100644') =>
  () =>
    packOf(treeItem(mode, name, textOid), [blob])
const only = (...entries: RawEntry[]) => ({ to: anyOid, pack: rawPack(entries).pack })

function changed(pack: HostilePack, change: (bytes: Buffer) => Buffer): HostilePack {
  return { to: pack.to, pack: change(Buffer.from(pack.pack as Buffer)) }
}

/** Rejected for its expanded size: megabytes of the same byte, copied over and over. */
export function deltaBomb(): Buffer {
  const base = Buffer.alloc(16 * 1024 * 1024)
  const entries: RawEntry[] = [{ type: 'blob', body: base }]
  const oid = objectOid('blob', base)
  // Each delta produces 32 MiB that differ from the others in the last byte.
  for (let i = 0; i < 400; i++) {
    const copies = [copyOf(0, 0xffffff), copyOf(0, 0xffffff), Buffer.of(1, i & 0xff), Buffer.of(1, i >> 8)]
    entries.push({ type: 'ref-delta', base: oid, body: rawDelta(base.length, 2 * 0xffffff + 2, ...copies) })
  }
  return rawPack(entries).pack
}

/** Every delta is based on the previous one. */
function longChain(length: number): Buffer {
  let body: Buffer = Buffer.from('x'.repeat(1000))
  const entries: RawEntry[] = [{ type: 'blob', body }]
  for (let i = 0; i < length; i++) {
    const base = objectOid('blob', body)
    const size = body.length
    body = Buffer.concat([body, Buffer.from('y')])
    entries.push({ type: 'ref-delta', base, body: rawDelta(size, size + 1, copyOf(0, size), Buffer.from('\u0001y')) })
  }
  return rawPack(entries).pack
}

/** Folders that contain the folder below them a thousand times, forty levels deep: 10^120 paths. */
function treeBomb(): HostilePack {
  const entries: RawEntry[] = [blob]
  let item = { mode: '100644', oid: textOid }
  let tree: Buffer = Buffer.alloc(0)
  for (let i = 0; i < 40; i++) {
    tree = Buffer.concat(Array.from({ length: 1000 }, (_, n) => treeItem(item.mode, `${1000 + n}`, item.oid)))
    if (i < 39) entries.push({ type: 'tree', body: tree })
    item = { mode: '40000', oid: objectOid('tree', tree) }
  }
  return packOf(tree, entries)
}

function deepTree(depth: number): HostilePack {
  const entries: RawEntry[] = [blob]
  let tree = treeItem('100644', 'x', textOid)
  for (let i = 0; i < depth; i++) {
    entries.push({ type: 'tree', body: tree })
    tree = treeItem('40000', 'd', objectOid('tree', tree))
  }
  return packOf(tree, entries)
}

/** As close as possible to a folder that contains itself, without breaking SHA-1: a folder entry that points to a commit in its own history. */
function folderThatIsACommit(): HostilePack {
  const first = commitOf(objectOid('tree', plainTree))
  const root = treeItem('40000', 'again', objectOid('commit', first))
  return packOf(root, [blob, { type: 'tree', body: plainTree }, { type: 'commit', body: first }])
}

function zeros(mebibytes: number): Buffer {
  const stream = deflateSync(Buffer.alloc(mebibytes * 1024 ** 2), { level: 9 })
  return rawPack([{ type: 'blob', body: Buffer.alloc(0), size: mebibytes * 1024 ** 2, stream }]).pack
}

/** Empty stored blocks: a zlib stream that produces no output, for a very long time. */
function wrapping(blocks: number): Buffer {
  const whole = deflateSync(Buffer.from('x'))
  const empty = Buffer.alloc(5 * blocks)
  for (let i = 0; i < blocks; i++) empty.writeUInt16LE(0xffff, 5 * i + 3)
  return Buffer.concat([whole.subarray(0, 2), empty, whole.subarray(2)])
}

/** Endless data that is not a pack. */
function* noise(megabytes: number): Generator<Buffer> {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(1000, 8)
  yield head
  for (let i = 0; i < megabytes; i++) yield randomBytes(1_000_000)
}

export const hostilePacks: Readonly<Record<string, () => HostilePack>> = {
  'no pack at all': () => ({ to: anyOid, pack: Buffer.from('x'.repeat(1_000)) }),
  'a pack of version 9': () => packOf(plainTree, [blob], { version: 9 }),
  'a pack that announces more objects than it has': () => packOf(plainTree, [blob], { count: 9 }),
  'a pack that announces fewer': () => packOf(plainTree, [blob], { count: 2 }),
  'a pack that announces 4 billion': () => packOf(plainTree, [blob], { count: 0xffffffff }),
  'a pack that is cut off': () => changed(plain(), (bytes) => bytes.subarray(0, bytes.length - 30)),
  'a pack with something behind it': () => changed(plain(), (bytes) => Buffer.concat([bytes, Buffer.from('more')])),
  'a wrong checksum': () => packOf(plainTree, [blob], { checksum: Buffer.alloc(20) }),
  'a damaged stream': () => only({ ...blob, stream: Buffer.from('this is no zlib stream') }),
  'an object of another size than announced': () => only({ ...blob, size: 6 }),
  'an object of an unknown type': () => only({ ...blob, type: 5 }),
  'a delta on nothing': () => only({ type: 'ref-delta', base: anyOid, body: rawDelta(7, 7, copyOf(0, 7)) }),
  'a delta on what stands before the pack': () => only({ type: 'ofs-delta', distance: 5_000, body: rawDelta(7, 7, copyOf(0, 7)) }),
  'a delta that copies beyond its base': () => only(blob, { type: 'ref-delta', base: textOid, body: rawDelta(7, 900, copyOf(0, 900)) }),
  'a delta bomb of 400 × 32 MiB': () => ({ to: anyOid, pack: deltaBomb() }),
  'a chain of 6,000 deltas': () => ({ to: anyOid, pack: longChain(6_000) }),
  'a blob of 1 GiB of zeros in 1 MB': () => ({ to: anyOid, pack: zeros(1024) }),
  'a stream of wrapping': () => only({ type: 'blob', body: Buffer.from('x'), stream: wrapping(5_000_000) }),
  '200 MB of noise': () => ({ to: anyOid, pack: noise(200) }),
  'folders of 10^120 paths': treeBomb,
  'folders 100,000 deep': () => deepTree(100_000),
  'a folder that is a commit': folderThatIsACommit,
  'a file that is a folder': () => packOf(treeItem('100644', 'a', objectOid('tree', plainTree)), [blob, { type: 'tree', body: plainTree }]),
  'a file that is not there': () => packOf(treeItem('100644', 'a', anyOid)),
  'the name .git': named('.git', '100644'),
  'the name .GIT': named('.GIT'),
  'the name git~1': named('git~1'),
  'the name .git with U+200C': named('.g\u200cit'),
  'the name ".git. "': named('.git. '),
  'the name ..': named('..'),
  'the name .': named('.'),
  'a name with a slash': named('a/../../b'),
  'a name without letters': named(''),
  'a name that is not UTF-8': named(Buffer.of(0x66, 0xff, 0x66)),
  'a name of 5,000 characters': named('n'.repeat(5_000)),
  '.gitmodules as a link': named('.gitmodules', '120000'),
  'a mode that git does not write': named('a', '100777'),
  'a name twice': () => packOf(Buffer.concat([plainTree, plainTree]), [blob]),
  'a folder out of order': () => packOf(Buffer.concat([treeItem('100644', 'b', textOid), treeItem('100644', 'a', textOid)]), [blob]),
  'names that differ in case': () =>
    packOf(Buffer.concat([treeItem('100644', 'Read.txt', textOid), treeItem('100644', 'read.txt', textOid)]), [blob]),
  'an item that points at zeros': () => packOf(treeItem('100644', 'a', '0'.repeat(40))),
  'a folder that is cut off': () => packOf(plainTree.subarray(0, plainTree.length - 3), [blob]),
  'a commit with a NUL in its header': () => {
    const body = Buffer.from(`tree ${objectOid('tree', plainTree)}\nauthor A\0 <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`)
    return { to: objectOid('commit', body), pack: rawPack([blob, { type: 'tree', body: plainTree }, { type: 'commit', body }]).pack }
  },
  'a commit without its parent': () => {
    const body = commitOf(objectOid('tree', plainTree), `parent ${anyOid}\n`)
    return { to: objectOid('commit', body), pack: rawPack([blob, { type: 'tree', body: plainTree }, { type: 'commit', body }]).pack }
  },
  'a branch that points at a file': () => ({ to: textOid, pack: rawPack([blob]).pack }),
}

/** Not rejected: the same object twice is one object. */
export function duplicated(): HostilePack {
  return packOf(plainTree, [blob, blob, blob, { type: 'tree', body: plainTree }])
}
