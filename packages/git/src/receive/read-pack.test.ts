import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectBody } from '../object.ts'
import { objectOid, type ObjectType, type Oid } from '../oid.ts'
import { type GitFolder, openGitFolder } from '../testing/git-binary.ts'
import { copyOf, rawDelta, rawPack, type RawEntry } from '../testing/raw-pack.ts'
import { applyDelta } from './apply-delta.ts'
import { defaultPackLimits, type PackLimits } from './pack-limits.ts'
import { readPack, type ReadPackOptions, type ReceivedPack } from './read-pack.ts'
import { spoolPack } from './spool-pack.ts'
import { Spool } from './spool.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-pack-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let packs = 0
async function read(
  pack: Uint8Array,
  options: {
    limits?: Partial<PackLimits>
    bases?: ReadonlyMap<Oid, { type: ObjectType; body: Buffer }>
    pieceBytes?: number
    inspect?: ReadPackOptions['inspect']
  } = {},
): Promise<ReceivedPack & AsyncDisposable> {
  const name = String(packs++)
  const full: ReadPackOptions = {
    limits: { ...defaultPackLimits, ...options.limits },
    file: join(folder, `${name}.made`),
    pace: () => {},
    ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
    findBases: async (oids) => new Map([...(options.bases ?? [])].filter(([oid]) => oids.includes(oid))),
  }
  const spool = new Spool(join(folder, `${name}.pack`))
  try {
    const received = await readPack(await spoolPack(pieces(pack, options.pieceBytes ?? 65_536), spool, full.limits), full)
    return Object.assign(received, {
      [Symbol.asyncDispose]: async () => {
        received[Symbol.dispose]()
        await spool[Symbol.asyncDispose]()
      },
    })
  } catch (error) {
    await spool[Symbol.asyncDispose]()
    throw error
  }
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('packs of the git program', () => {
  let repo: GitFolder
  beforeAll(() => {
    repo = openGitFolder()
    // Long files with small changes become deltas; a large one goes to the file behind the spool.
    const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i} ${'tide '.repeat(5)}`)
    for (let commit = 0; commit < 30; commit++) {
      lines[commit * 7] = `changed in ${commit}`
      writeFileSync(join(repo.path, 'log.txt'), lines.join('\n'))
      writeFileSync(join(repo.path, `file ${commit}`), `${commit}`)
      repo.git(['add', '-A'])
      repo.git(['commit', '-qm', `commit ${commit}`])
    }
    writeFileSync(join(repo.path, 'empty'), '')
    writeFileSync(join(repo.path, 'noise'), Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 2_654_435_761) >>> 13)))
    repo.git(['add', '-A'])
    repo.git(['commit', '-qm', 'last'])
    repo.git(['tag', '-a', 'v1', '-m', 'one'])
  })
  afterAll(() => repo[Symbol.dispose]())

  test.for([
    ['offset deltas', ['--delta-base-offset']],
    ['deltas by name', []],
    ['no deltas', ['--depth=0', '--window=0']],
  ] as const)('%s: every object, byte for byte', async ([, options]) => {
    const oids = repo
      .text(['rev-list', '--all', '--objects'])
      .split('\n')
      .map((line) => line.slice(0, 40))
    oids.push(repo.text(['rev-parse', 'v1']))
    const pack = repo.git(['pack-objects', '--stdout', '-q', ...options], `${oids.join('\n')}\n`)
    await using received = await read(pack, { pieceBytes: 777 })
    expect([...received.objects()].map(({ oid }) => oid).sort()).toEqual([...new Set(oids)].sort())
    const theirs = repo.git(['cat-file', '--batch-all-objects', '--batch-check', '--unordered']).toString().trim().split('\n').sort()
    expect([...received.objects()].map(({ oid, type, size }) => `${oid} ${type} ${size}`).sort()).toEqual(theirs)
    for (const { oid, type } of received.objects()) {
      const body = received.body(oid)
      expect(objectOid(type, body)).toBe(oid)
      expect(objectBody(received.stored(oid)).equals(body)).toBe(true)
    }
  })

  test('a thin pack takes its bases from the repo', async () => {
    const pack = repo.git(['pack-objects', '--stdout', '-q', '--thin', '--revs', '--delta-base-offset'], 'v1\n^HEAD~3\n')
    const base = repo.text(['rev-parse', 'HEAD~3:log.txt']) as Oid
    const wanted: Oid[] = []
    const bases = new Map<Oid, { type: ObjectType; body: Buffer }>()
    for (const oid of repo
      .text(['rev-list', '--objects', 'HEAD~3'])
      .split('\n')
      .map((line) => line.slice(0, 40) as Oid)) {
      const type = repo.text(['cat-file', '-t', oid]) as ObjectType
      bases.set(oid, { type, body: repo.git(['cat-file', type, oid]) })
      wanted.push(oid)
    }
    await using received = await read(pack, { bases })
    const log = repo.text(['rev-parse', 'HEAD:log.txt']) as Oid
    expect(received.body(log).equals(repo.git(['cat-file', 'blob', log]))).toBe(true)
    bases.delete(base)
    await expect(read(pack, { bases })).rejects.toThrow(`needs the object ${base}, which is missing`)
  })

  test('a blob over the limit of what is held is named, and not given', async () => {
    const noise = repo.text(['rev-parse', 'HEAD:noise']) as Oid
    const pack = repo.git(['pack-objects', '--stdout', '-q', '--window=0'], `${noise}\n`)
    const seen: Buffer[] = []
    await using received = await read(pack, { limits: { heldBytes: 100_000 }, inspect: (_, body) => seen.push(body) })
    expect([...received.objects()]).toEqual([{ oid: noise, type: 'blob', size: 3_000_000 }])
    expect(seen).toEqual([repo.git(['cat-file', 'blob', noise]).subarray(0, 512)])
    expect(() => received.body(noise)).toThrow('Use Git LFS for large files')
  })

  test('no file is left, whatever happens', async () => {
    expect(readdirSync(folder)).toEqual([])
  })
})

const hello = Buffer.from('hello, harbour\n')
const helloOid = objectOid('blob', hello)
const blob: RawEntry = { type: 'blob', body: hello }

describe('packs that are refused', () => {
  const cases: [string, () => Buffer, RegExp, Partial<PackLimits>?][] = [
    ['nothing at all', () => Buffer.alloc(0), /no pack was sent/],
    ['something else', () => Buffer.from('<html>this is not a pack at all, is it</html>'), /not a pack/],
    ['another version', () => rawPack([blob], { version: 4 }).pack, /unknown version 4/],
    ['a wrong checksum', () => rawPack([blob], { checksum: Buffer.alloc(20, 7) }).pack, /checksum/],
    ['one byte flipped', () => flip(rawPack([blob]).pack, 20), /checksum/],
    ['cut off', () => rawPack([blob, blob]).pack.subarray(0, 40), /checksum|early/],
    ['fewer objects than announced', () => rawPack([blob], { count: 2 }).pack, /malformed|early|unknown type|declares more/],
    [
      'half a billion objects announced',
      () => rawPack([blob], { count: 500_000_000 }).pack,
      /500000000 objects; at most 500000 are allowed/,
    ],
    ['many objects announced, few bytes', () => rawPack([blob], { count: 400_000 }).pack, /declares more objects than it has/],
    ['more objects than announced', () => rawPack([blob, blob], { count: 1 }).pack, /do not belong to an object/],
    ['type 0', () => rawPack([{ type: 0, body: hello }]).pack, /unknown type 0/],
    ['type 5', () => rawPack([{ type: 5, body: hello }]).pack, /unknown type 5/],
    ['a size that is too small', () => rawPack([{ ...blob, size: 3 }]).pack, /declared size/],
    ['a size that is too large', () => rawPack([{ ...blob, size: 30 }]).pack, /declared size/],
    ['an impossible size', () => rawPack([{ ...blob, size: 2 ** 60 }]).pack, /invalid size|bytes; at most|more than/],
    ['a damaged stream', () => rawPack([{ ...blob, stream: Buffer.alloc(40, 0x55) }]).pack, /damaged/],
    ['a stream without an end', () => rawPack([{ ...blob, stream: deflateSync(hello).subarray(0, 8) }]).pack, /early|damaged/],
    // Empty stored blocks: a stream that never produces anything.
    ['a stream that is all wrapping', () => rawPack([{ ...blob, stream: wrapped(20_000) }]).pack, /early/],
    ['a tree of 40 MB', () => rawPack([{ type: 'tree', body: Buffer.alloc(40_000_000) }]).pack, /a tree in the pack has 40000000 bytes/],
    ['more bytes than allowed', () => rawPack([blob]).pack, /more than 20 bytes/, { packBytes: 20 }],
    [
      'more inflated bytes than allowed',
      () => rawPack([{ type: 'blob', body: Buffer.alloc(10_000) }]).pack,
      /unpacks to more than 9999 bytes/,
      { inflatedBytes: 9_999 },
    ],
    [
      'a delta without its base',
      () => rawPack([{ type: 'ref-delta', base: helloOid, body: rawDelta(15, 1, Buffer.of(1, 65)) }]).pack,
      /needs the object/,
    ],
    [
      'a delta before the pack',
      () => rawPack([{ type: 'ofs-delta', distance: 4_000, body: rawDelta(15, 1, Buffer.of(1, 65)) }]).pack,
      /base offset without an object/,
    ],
    [
      'a delta on itself',
      () => rawPack([{ type: 'ofs-delta', distance: 0, body: rawDelta(15, 1, Buffer.of(1, 65)) }]).pack,
      /base offset without an object/,
    ],
    [
      'a delta on another size',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(14, 1, Buffer.of(1, 65)) }]).pack,
      /does not match the size of its base/,
    ],
    [
      'a delta that copies beyond its base',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(15, 9, copyOf(10, 9)) }]).pack,
      /copies past the end/,
    ],
    [
      'a delta that ends inside an instruction',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(15, 9, Buffer.of(0x91)) }]).pack,
      /copies past the end/,
    ],
    [
      'a delta with instruction 0',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(15, 9, Buffer.of(0)) }]).pack,
      /unknown instruction/,
    ],
    [
      'a delta that inserts beyond its end',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(15, 9, Buffer.of(9, 1)) }]).pack,
      /inserts past its own end/,
    ],
    [
      'a delta that makes too little',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(15, 9, copyOf(0, 3)) }]).pack,
      /does not produce the declared size/,
    ],
    [
      'a delta that announces terabytes',
      () => rawPack([blob, { type: 'ref-delta', base: helloOid, body: rawDelta(15, 2 ** 42, copyOf(0, 15)) }]).pack,
      /unpacks to more than|bytes; at most/,
    ],
    ['too long a chain', () => chain(60), /chain of more than 50 deltas/, { deltaDepth: 50 }],
    ['a delta bomb', bomb, /unpacks to more than|at most/],
  ]
  test.for(cases)('%s', async ([, pack, message, limits = {}]) => {
    await expect(read(pack(), { limits })).rejects.toThrow(message)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a delta bomb is given up before it takes memory', async () => {
    const before = process.memoryUsage.rss()
    await expect(read(bomb())).rejects.toThrow(/unpacks to more than|at most/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024)
  })
})

test('a chain within the limit, and the same object twice, are fine', async () => {
  await using received = await read(chain(50), { limits: { deltaDepth: 50 } })
  expect([...received.objects()]).toHaveLength(51)
  await using twice = await read(rawPack([blob, blob]).pack)
  expect([...twice.objects()]).toEqual([{ oid: helloOid, type: 'blob', size: hello.length }])
})

test('deltas stand before their base, and on other deltas by name', async () => {
  const second = Buffer.from('hello, tide\n')
  const secondOid = objectOid('blob', second)
  const third = Buffer.from('hello, tide!')
  const { pack } = rawPack([
    { type: 'ref-delta', base: secondOid, body: rawDelta(second.length, third.length, copyOf(0, 11), Buffer.of(1, 0x21)) },
    {
      type: 'ref-delta',
      base: helloOid,
      body: rawDelta(15, second.length, copyOf(0, 7), Buffer.concat([Buffer.of(5), Buffer.from('tide\n')])),
    },
    blob,
  ])
  await using received = await read(pack)
  expect(received.body(objectOid('blob', third))).toEqual(third)
})

test('a copy of length zero means 65,536', () => {
  const base = Buffer.alloc(70_000, 'tide')
  expect(applyDelta(base, rawDelta(70_000, 65_536, Buffer.of(0x80)))).toEqual(base.subarray(0, 65_536))
})

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

/** A valid zlib stream of `hello` after this many empty stored blocks. */
function wrapped(blocks: number): Buffer {
  const whole = deflateSync(hello)
  return Buffer.concat([whole.subarray(0, 2), ...Array.from({ length: blocks }, () => Buffer.of(0, 0, 0, 0xff, 0xff)), whole.subarray(2)])
}

/** Each delta adds a byte to the previous one. */
function chain(length: number): Buffer {
  const entries: RawEntry[] = [blob]
  let current = hello
  for (let i = 0; i < length; i++) {
    const next = Buffer.concat([current, Buffer.of(65 + (i % 26))])
    entries.push({
      type: 'ref-delta',
      base: objectOid('blob', current),
      body: rawDelta(current.length, next.length, copyOf(0, current.length), Buffer.of(1, 65 + (i % 26))),
    })
    current = next
  }
  return rawPack(entries).pack
}

/** A few hundred bytes that expand to terabytes: each delta copies its base sixteen times. */
function bomb(): Buffer {
  const entries: RawEntry[] = [{ type: 'blob', body: Buffer.alloc(1_000_000) }]
  let oid = objectOid('blob', Buffer.alloc(1_000_000))
  let size = 1_000_000
  for (let i = 0; i < 6; i++) {
    const copies = Array.from({ length: 16 }, () => copyOf(0, Math.min(size, 0xffffff)))
    const made = 16 * Math.min(size, 0xffffff)
    entries.push({ type: 'ref-delta', base: oid, body: rawDelta(size, made, ...copies) })
    size = made
    oid = made <= 20_000_000 ? objectOid('blob', Buffer.alloc(made)) : oid
  }
  return rawPack(entries).pack
}
