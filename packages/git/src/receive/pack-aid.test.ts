import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectBody } from '../object.ts'
import { objectOid } from '../oid.ts'
import { copyOf, rawDelta, rawPack, type RawEntry } from '../testing/raw-pack.ts'
import { aidPack, PackAid, type PackAidJob, PackAidMemory } from './pack-aid.ts'
import { defaultPackLimits } from './pack-limits.ts'
import { readPack } from './read-pack.ts'
import { spoolPack } from './spool-pack.ts'
import { Spool } from './spool.ts'

let folder = ''
let thread: Worker
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-aid-'))
  thread = new Worker(new URL('../testing/pack-aid-thread.ts', import.meta.url))
})
afterAll(async () => {
  await thread.terminate()
  rmSync(folder, { recursive: true, force: true })
})

const inThread = (job: PackAidJob) => thread.postMessage(job)
const threadMemory = new PackAidMemory()
const nowhere = () => {}

/** Every object of the pack as it would be stored, in an order of its own; and how many deltas were resolved. */
async function read(pack: Buffer, send: ((job: PackAidJob) => void) | null, memoryBytes?: number) {
  // One for all packs that the thread works on, as in a hub.
  const memory = send === inThread ? threadMemory : new PackAidMemory()
  const name = join(folder, randomBytes(8).toString('hex'))
  await using spool = new Spool(`${name}.pack`, memoryBytes)
  const spooled = await spoolPack(pieces(pack), spool, defaultPackLimits)
  const aid = send === null ? null : new PackAid(spooled, memory, send)
  const ended = send === inThread ? once(thread, 'message') : null
  const seen: string[] = []
  let resolved = 0
  try {
    using received = await readPack(spooled, {
      limits: defaultPackLimits,
      file: `${name}.made`,
      findBases: async () => new Map(),
      pace: () => {},
      inspect: ({ oid }) => seen.push(oid),
      onResolved: (done) => (resolved = done),
      aid,
    })
    const objects = [...received.objects()].map(({ oid }) => received.stored(oid))
    for (const object of objects) expect(objectOid(object.type, objectBody(object))).toBe(object.oid)
    const bodies = objects.map(({ oid, type }) => `${type} ${oid} ${received.body(oid).toString('base64')}`).sort()
    return { bodies, seen: seen.sort(), resolved }
  } finally {
    // The aid lets go of every pack, whatever was wrong with it.
    await ended
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** An entry; a delta may name its base by its number. */
type Entry = RawEntry & { readonly baseIndex?: number }

function packOf(entries: readonly Entry[]): Buffer {
  const starts: number[] = []
  let at = 12
  const raw = entries.map(({ baseIndex, ...entry }): RawEntry => {
    const placed = baseIndex === undefined ? entry : { ...entry, distance: at - (starts[baseIndex] ?? 0) }
    starts.push(at)
    at += rawPack([placed]).pack.length - 32
    return placed
  })
  return rawPack(raw).pack
}

/** Versions of files, each a delta on the one before. */
function versionsOf(files: number, versions: number, bytes: number): Entry[] {
  const entries: Entry[] = []
  for (let file = 0; file < files; file++) {
    let body: Buffer = randomBytes(bytes)
    let last = entries.push({ type: 'blob', body }) - 1
    for (let version = 1; version < versions; version++) {
      const added = Buffer.from(`version ${version} of ${file}`)
      const delta = rawDelta(body.length, body.length + added.length, copyOf(0, body.length), Buffer.of(added.length), added)
      // Every second one names its base, the others say where it is; places are counted within these files.
      const base = objectOid('blob', body)
      last =
        entries.push(version % 2 === 0 ? { type: 'ref-delta', base, body: delta } : { type: 'ofs-delta', baseIndex: last, body: delta }) - 1
      body = Buffer.concat([body, added])
    }
  }
  return entries
}

describe('reading with a second thread', () => {
  const cases: Record<string, Entry[]> = {
    'many small deltas': versionsOf(400, 6, 300),
    'contents that exceed the shared memory': versionsOf(60, 4, 200_000),
    'contents that are left to the reader': [
      ...versionsOf(5, 3, 100),
      { type: 'blob', body: randomBytes(700_000) },
      { type: 'blob', body: Buffer.from('last') },
    ],
    'empty contents, and the same one twice': [
      { type: 'blob', body: Buffer.alloc(0) },
      { type: 'blob', body: Buffer.from('twice') },
      { type: 'blob', body: Buffer.from('twice') },
      { type: 'ofs-delta', baseIndex: 2, body: rawDelta(5, 5, copyOf(0, 5)) },
    ],
    'a base after what is built on it': [
      { type: 'ref-delta', base: objectOid('blob', Buffer.from('the base')), body: rawDelta(8, 4, copyOf(4, 4)) },
      { type: 'blob', body: Buffer.from('the base') },
    ],
  }
  test.for(Object.entries(cases))('gives the same as one thread: %s', { timeout: 60_000 }, async ([, entries]) => {
    const pack = packOf(entries)
    const alone = await read(pack, null)
    expect(await read(pack, inThread)).toEqual(alone)
    expect(await read(pack, inThread, 0)).toEqual(alone)
    expect(await read(pack, nowhere)).toEqual(alone)
  })

  test('says the same of a damaged pack, and is ready for the next', async () => {
    const pack = packOf(versionsOf(50, 4, 300))
    const damaged: Buffer[] = []
    for (let at = 200; at < pack.length - 20; at += 397) {
      const copy = Buffer.from(pack)
      copy[at] = (copy[at] ?? 0) ^ 0x55
      createHash('sha1')
        .update(copy.subarray(0, -20))
        .digest()
        .copy(copy, copy.length - 20)
      damaged.push(copy)
    }
    const verdict = (pack: Buffer, send: ((job: PackAidJob) => void) | null) =>
      read(pack, send).then(
        ({ bodies }) => bodies.join(),
        (error: unknown) => String(error),
      )
    let refused = 0
    for (const pack of damaged) {
      const alone = await verdict(pack, null)
      expect(await verdict(pack, inThread)).toBe(alone)
      if (alone.startsWith('PackError')) refused++
    }
    expect(refused).toBeGreaterThan(damaged.length / 2)
    expect(await read(pack, inThread)).toEqual(await read(pack, null))
  })
})

describe('the memory of an aid', () => {
  const jobs: PackAidJob[] = []
  const spooled = (objects: number) => ({ bytes: { size: 0, memory: new Uint8Array(), file: null }, objects, endsAt: 0 })
  const begin = (memory: PackAidMemory, objects: number) => new PackAid(spooled(objects), memory, (job) => jobs.push(job))

  test('is the same for one pack after another, and only free when both have let go', () => {
    const memory = new PackAidMemory()
    const first = begin(memory, 1_000)
    expect(memory.isFree).toBe(false)
    expect(() => begin(memory, 1)).toThrow('another pack')
    first[Symbol.dispose]()
    expect(memory.isFree).toBe(false)
    aidPack(jobs[0] as PackAidJob)
    expect(memory.isFree).toBe(true)
    const second = begin(memory, 900)
    for (const name of ['bodies', 'builtBodies', 'streams', 'entries', 'builtEntries'] as const)
      expect(jobs[1]?.[name]).toBe(jobs[0]?.[name])
    // Disposed of once more, the first one does not end the second.
    first[Symbol.dispose]()
    expect(new Int32Array(jobs[1]?.control as SharedArrayBuffer)[2]).toBe(0)
    expect(memory.isFree).toBe(false)
    second[Symbol.dispose]()
    aidPack(jobs[1] as PackAidJob)
    expect(memory.isFree).toBe(true)
  })
})
