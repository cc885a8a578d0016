import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { encodePkt, objectOid, type Oid } from '@portolan/git'
import { copyOf, rawDelta, type RawEntry, rawPack } from '@portolan/git/testing'
import { writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * What do hostile packs cost the hub? Each is pushed to a running server: how long until it is refused, how much memory it takes at
 * most, and what is left of it. Four at a time at the end.
 */
const folder = benchFolder('git-hostile')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub('any', data, 4332)
const zero = '0'.repeat(40)

/** Refused for what it would become: megabytes of the same byte, copied over and over. */
function deltaBomb(): Buffer {
  const base = Buffer.alloc(16 * 1024 * 1024)
  const entries: RawEntry[] = [{ type: 'blob', body: base }]
  const oid = objectOid('blob', base)
  // Each delta makes 32 MiB, different from the others in its last byte.
  for (let i = 0; i < 400; i++) {
    const copies = [copyOf(0, 0xffffff), copyOf(0, 0xffffff), Buffer.of(1, i & 0xff), Buffer.of(1, i >> 8)]
    entries.push({ type: 'ref-delta', base: oid, body: rawDelta(base.length, 2 * 0xffffff + 2, ...copies) })
  }
  return rawPack(entries).pack
}

/** Every delta stands on the one before it. */
function longChain(length: number): Buffer {
  const entries: RawEntry[] = [{ type: 'blob', body: Buffer.from('x'.repeat(1000)) }]
  let body: Buffer = Buffer.from('x'.repeat(1000))
  for (let i = 0; i < length; i++) {
    const base = objectOid('blob', body)
    const size = body.length
    body = Buffer.concat([body, Buffer.from('y')])
    entries.push({ type: 'ref-delta', base, body: rawDelta(size, size + 1, copyOf(0, size), Buffer.from('\u0001y')) })
  }
  return rawPack(entries).pack
}

function withTree(root: Buffer, entries: readonly RawEntry[]): { to: Oid; pack: Buffer } {
  const commit = Buffer.from(`tree ${objectOid('tree', root)}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`)
  return {
    to: objectOid('commit', commit),
    pack: rawPack([...entries, { type: 'tree', body: root }, { type: 'commit', body: commit }]).pack,
  }
}

/** Folders that hold the folder below them a thousand times, forty deep: 10^120 paths. */
function treeBomb(): { to: Oid; pack: Buffer } {
  const blob = Buffer.from('x')
  const entries: RawEntry[] = [{ type: 'blob', body: blob }]
  let item = { mode: '100644', oid: objectOid('blob', blob) }
  let tree: Buffer = Buffer.alloc(0)
  for (let i = 0; i < 40; i++) {
    tree = Buffer.concat(
      Array.from({ length: 1000 }, (_, n) => Buffer.concat([Buffer.from(`${item.mode} ${1000 + n}\0`), Buffer.from(item.oid, 'hex')])),
    )
    if (i < 39) entries.push({ type: 'tree', body: tree })
    item = { mode: '40000', oid: objectOid('tree', tree) }
  }
  return withTree(tree, entries)
}

function deepTree(depth: number): { to: Oid; pack: Buffer } {
  const entries: RawEntry[] = [{ type: 'blob', body: Buffer.from('x') }]
  let tree = Buffer.concat([Buffer.from('100644 x\0'), Buffer.from(objectOid('blob', Buffer.from('x')), 'hex')])
  for (let i = 0; i < depth; i++) {
    entries.push({ type: 'tree', body: tree })
    tree = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(objectOid('tree', tree), 'hex')])
  }
  return withTree(tree, entries)
}

const any = 'a'.repeat(40) as Oid
const cases: Record<string, () => { to: Oid; pack: Buffer | Iterable<Buffer> }> = {
  'a delta bomb of 400 × 32 MiB': () => ({ to: any, pack: deltaBomb() }),
  'a chain of 6,000 deltas': () => ({ to: any, pack: longChain(6_000) }),
  'a blob of 1 GiB of zeros in 1 MB': () => ({ to: any, pack: zeros(1024) }),
  'a stream of wrapping': () => ({ to: any, pack: rawPack([{ type: 'blob', body: Buffer.from('x'), stream: wrapping(5_000_000) }]).pack }),
  'folders of 10^120 paths': treeBomb,
  'folders 100,000 deep': () => deepTree(100_000),
  '200 MB of noise': () => ({ to: any, pack: noise(200) }),
}

let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, hub.residentBytes())), 50)
const results: Record<string, { seconds: number; addedBytes: number; answer: string }> = {}
try {
  // Once warm, what is more is the push's.
  await push({ to: any, pack: rawPack([{ type: 'blob', body: Buffer.from('x') }]).pack })
  for (const [name, make] of [...Object.entries(cases), ['four delta bombs at once', null] as const]) {
    const made = make === null ? [0, 1, 2, 3].map(() => ({ to: any, pack: deltaBomb() })) : [make()]
    const before = hub.residentBytes()
    peak = before
    const start = performance.now()
    const [answer = ''] = await Promise.all(made.map(push))
    const seconds = (performance.now() - start) / 1000
    results[name] = { seconds, addedBytes: peak - before, answer }
    console.log(
      `${name}: ${seconds.toFixed(1)} s, ${Math.round((peak - before) / 1024 ** 2)} MiB more memory (${Math.round(peak / 1024 ** 2)} in all) · ${answer}`,
    )
    if (!/unpack (?!ok)|ng /.test(answer)) throw new Error(`${name} was not refused`)
  }
  const left = readdirSync(join(data, 'quarantine'))
  console.log(`left behind: ${left.length} files`)
  writeResult('git-hostile', { results, leftFiles: left.length })
} finally {
  clearInterval(watch)
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

async function push({ to, pack }: { to: Oid; pack: Buffer | Iterable<Buffer> }): Promise<string> {
  const head = Buffer.concat([encodePkt(`${zero} ${to} refs/heads/x\0report-status\n`), Buffer.from('0000')])
  const options = {
    method: 'POST',
    headers: { Authorization: `Bearer ${benchToken}`, 'Content-Type': 'application/x-git-receive-pack-request' },
  }
  return new Promise((resolve, reject) => {
    const call = request(`${hub.origin}/bench/files.git/git-receive-pack`, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () =>
        resolve(
          text
            .replaceAll(/^[0-9a-f]{4}/gm, '')
            .replaceAll('\n', ' · ')
            .slice(0, 200),
        ),
      )
    })
    call.on('error', reject)
    const feed = async (): Promise<void> => {
      for (const piece of [head, ...(Buffer.isBuffer(pack) ? [pack] : pack)]) {
        if (!call.write(piece)) await new Promise((resume) => call.once('drain', resume))
      }
      call.end()
    }
    feed().catch(reject)
  })
}

function zeros(mebibytes: number): Buffer {
  return rawPack([
    {
      type: 'blob',
      body: Buffer.alloc(0),
      size: mebibytes * 1024 ** 2,
      stream: deflateSync(Buffer.alloc(mebibytes * 1024 ** 2), { level: 9 }),
    },
  ]).pack
}

/** Empty stored blocks: a zlib stream that says nothing for ever. */
function wrapping(blocks: number): Buffer {
  const whole = deflateSync(Buffer.from('x'))
  const empty = Buffer.alloc(5 * blocks)
  for (let i = 0; i < blocks; i++) empty.writeUInt16LE(0xffff, 5 * i + 3)
  return Buffer.concat([whole.subarray(0, 2), empty, whole.subarray(2)])
}

/** A pack that goes on and on without being one. */
function* noise(megabytes: number): Generator<Buffer> {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(1000, 8)
  yield head
  for (let i = 0; i < megabytes; i++) yield randomBytes(1_000_000)
}
