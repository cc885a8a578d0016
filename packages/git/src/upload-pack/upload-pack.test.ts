import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Oid } from '../oid.ts'
import { delimPkt, encodePkt, flushPkt, maxPktDataBytes, type Packet, PktReader, pktText } from '../pkt-line.ts'
import { GitProtocolError } from '../protocol-error.ts'
import { gitEnvironment, type GitFolder, openGitFolder } from '../testing/git-binary.ts'
import { memoryOfDeltas, refsOf, sourceOf } from '../testing/memory-source.ts'
import { advertiseRefs, advertiseV2, answerFetch, type FetchRequest, listRefsV2, readCommandV2, readFetchV0 } from './index.ts'
import { noDeepen } from './fetch-request.ts'
import { noFilter, parseFilter } from './object-filter.ts'

async function* from(...pieces: (Buffer | string)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

const pkts = (...lines: string[]) => lines.map((line) => (line === '' ? flushPkt : line === '|' ? delimPkt : encodePkt(`${line}\n`)))
const v0 = (...lines: string[]) => readFetchV0(new PktReader(from(...pkts(...lines))), 0)
const v2 = (...lines: string[]) => readCommandV2(new PktReader(from(...pkts(...lines))))

const plain: FetchRequest = {
  version: 2,
  wants: [],
  shallow: [],
  deepen: noDeepen,
  filter: noFilter,
  haves: [],
  ending: 'done',
  multiAck: 'multi_ack_detailed',
  noDone: false,
  waitForDone: false,
  thinPack: true,
  ofsDelta: true,
  sideBand: 'side-band-64k',
  noProgress: true,
  includeTag: false,
}

/** A server on a folder: returns responses as text, with the pack separately. */
function serverOf(folder: GitFolder) {
  const source = sourceOf(folder)
  const refs = refsOf(folder)
  const deltas = memoryOfDeltas()
  return async (request: Partial<FetchRequest>): Promise<{ lines: string[]; pack: Buffer; objects: number; deltas: number }> => {
    const pieces: Buffer[] = []
    const asked = { ...plain, ...request }
    const signal = new AbortController().signal
    for await (const piece of answerFetch({ source, refs, deltas, signal }, asked)) pieces.push(piece)
    const all = Buffer.concat(pieces)
    if (asked.sideBand === null) {
      const at = all.indexOf('PACK')
      return {
        lines: await linesOf(all.subarray(0, Math.max(0, at))),
        pack: at < 0 ? Buffer.alloc(0) : all.subarray(at),
        objects: 0,
        deltas: 0,
      }
    }
    const pack: Buffer[] = []
    const lines: string[] = []
    let bytes = 0
    const reader = new PktReader(from(all))
    for (let packet = await reader.next(); packet !== null; packet = await reader.next()) {
      const band = packet.kind === 'data' ? packet.data[0] : undefined
      bytes = Math.max(bytes, packet.kind === 'data' ? packet.data.length : 0)
      if (packet.kind === 'data' && band === 1) pack.push(packet.data.subarray(1))
      else lines.push(shownOf(packet))
    }
    expect(bytes).toBeLessThanOrEqual(asked.sideBand === 'side-band' ? 996 : maxPktDataBytes)
    const whole = Buffer.concat(pack)
    return { lines, pack: whole, objects: whole.length > 0 ? whole.readUInt32BE(8) : 0, deltas: 0 }
  }
}

function shownOf(packet: Packet): string {
  if (packet.kind !== 'data') return packet.kind
  const text = pktText(packet.data)
  return packet.data[0] === 2 ? `progress: ${text.slice(1)}` : packet.data[0] === 3 ? `error: ${text.slice(1)}` : text
}

async function linesOf(bytes: Buffer): Promise<string[]> {
  const reader = new PktReader(from(bytes))
  const lines: string[] = []
  for (let packet = await reader.next(); packet !== null; packet = await reader.next()) lines.push(shownOf(packet))
  return lines
}

/** Passes a pack to the real git; `index-pack --strict` rejects one with anything missing. */
function unpack(into: GitFolder, pack: Buffer): void {
  into.git(['index-pack', '--stdin', '--fix-thin', '--strict'], pack)
}

/** Ids of all objects reachable from the given ones, as listed by git. */
function reachable(folder: GitFolder, ...args: string[]): string[] {
  const out = folder.text(['rev-list', '--objects', '--no-object-names', ...args])
  return out === '' ? [] : out.split('\n').sort()
}

function objectsOf(folder: GitFolder): string[] {
  const out = folder.text(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)'])
  return out === '' ? [] : out.split('\n').sort()
}

/** A history with merges, renames, deletions, executables and long files; deterministic for a seed. */
function randomHistory(seed: number, commits: number, clock: 'right' | 'wrong' = 'wrong'): GitFolder {
  const folder = openGitFolder()
  let state = seed * 2_654_435_761
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const text = (n: number) => Array.from({ length: 20 + next(200) }, (_, i) => `line ${i} ${next(4) === 0 ? n : ''}`).join('\n')
  const stream: string[] = []
  for (let c = 1; c <= commits; c++) {
    const branch = ['main', 'main', 'side', 'feat/x'][next(4)] ?? 'main'
    // Clocks are wrong now and then.
    const time = 1_700_000_000 + c * 60 - (next(10) === 0 && clock === 'wrong' ? 5_000 : 0)
    const who = `Ada <ada@example.org> ${time} +0000`
    stream.push(`commit refs/heads/${c === 1 ? 'main' : branch}`, `mark :${c}`, `author ${who}`, `committer ${who}`, 'data 1', 'c')
    if (c > 1) stream.push(`from :${1 + next(c - 1)}`)
    if (c > 3 && next(4) === 0) stream.push(`merge :${1 + next(c - 1)}`)
    for (let n = 1 + next(4); n > 0; n--) {
      const path = `${['', 'a/', 'a/b/', 'long folder/'][next(4)] ?? ''}${['x', 'y.txt', 'z.json', 'ü'][next(4)] ?? ''}`
      const body = text(c)
      if (next(8) === 0) stream.push(`D ${path}`)
      else stream.push(`M ${next(9) === 0 ? '100755' : '100644'} inline "${path}"`, `data ${Buffer.byteLength(body)}`, body)
    }
    if (next(7) === 0) stream.push('M 100644 inline a/last', 'data 1', String(c % 10), `R a "moved ${next(3)}"`)
  }
  folder.git(['fast-import', '--quiet', '--force'], `${stream.join('\n')}\n`)
  folder.git(['tag', '-a', 'v1', '-m', 'one', 'main'])
  folder.git(['tag', 'light', 'main'])
  folder.git(['tag', '-a', 'v2', '-m', 'two', 'v1'])
  return folder
}

const tip = (folder: GitFolder, name = 'main') => folder.text(['rev-parse', name]) as Oid

describe('requests of version 0', () => {
  const a = 'a'.repeat(40)
  const b = 'b'.repeat(40)

  test('wants, capabilities, borders, haves', async () => {
    const request = await v0(
      `want ${a} multi_ack_detailed no-done side-band-64k thin-pack include-tag ofs-delta deepen-relative agent=git/2`,
      `want ${b}`,
      `shallow ${b}`,
      'deepen 3',
      'filter blob:limit=1k',
      '',
      `have ${b}`,
      'done',
    )
    expect(request).toEqual({
      ...plain,
      version: 0,
      wants: [a, b],
      shallow: [b],
      deepen: { ...noDeepen, depth: 3, relative: true },
      filter: { ...noFilter, blobLimit: 1024 },
      haves: [b],
      noDone: true,
      noProgress: false,
      includeTag: true,
    })
  })

  test('a client that wants nothing, and one that only asks for borders', async () => {
    expect(await v0('')).toBeNull()
    expect(await v0()).toBeNull()
    expect((await v0(`want ${a}`, 'deepen 1', ''))?.ending).toBe('end')
    expect((await v0(`want ${a}`, '', `have ${a}`, ''))?.ending).toBe('flush')
  })

  test.for([
    [[`want ${a}`], 'does not end with a flush'],
    [['want main', ''], 'no valid object ID'],
    [[`want ${a}`, 'hello', ''], 'Unexpected line'],
    [[`want ${a}`, `have ${a}`, ''], 'Unexpected line'],
    [[`want ${a}`, '', `want ${b}`], 'Unexpected line'],
    [[`want ${a}`, 'deepen -1', ''], 'no valid number'],
    [[`want ${a}`, 'deepen 99999999999', ''], 'no valid number'],
    [[`want ${a}`, 'deepen 1', 'deepen-since 5', ''], 'cannot be used together'],
    [[`want ${a}`, 'filter sparse:oid=x', ''], 'invalid filter-spec'],
    [[`want ${a} object-format=sha256`, ''], 'sha1'],
    [[`want ${a}`, ...Array.from({ length: 101 }, (_, n) => `deepen-not r${n}`), ''], 'at most 100'],
  ] as const)('refused: %j', async ([lines, message]) => {
    const refused = v0(...lines)
    await expect(refused).rejects.toThrow(GitProtocolError)
    await expect(refused).rejects.toThrow(message)
  })
})

describe('requests of version 2', () => {
  const a = 'a'.repeat(40)
  test('ls-refs and fetch', async () => {
    expect(
      await v2('command=ls-refs', 'agent=git/2', 'object-format=sha1', '|', 'peel', 'symrefs', 'unborn', 'ref-prefix refs/heads/', ''),
    ).toEqual({
      command: 'ls-refs',
      request: { peel: true, symrefs: true, unborn: true, prefixes: ['refs/heads/'] },
    })
    expect(await v2('command=fetch', '|', 'thin-pack', 'ofs-delta', 'no-progress', `want ${a}`, 'deepen-since 12', 'done', '')).toEqual({
      command: 'fetch',
      request: { ...plain, wants: [a], deepen: { ...noDeepen, since: 12 } },
    })
    expect(await v2('')).toBeNull()
  })

  test('so many prefixes that they save no work are passed over', async () => {
    const asked = await v2('command=ls-refs', '|', ...Array.from({ length: 1_000 }, (_, n) => `ref-prefix refs/${n}`), '')
    expect(asked?.command === 'ls-refs' && asked.request.prefixes).toEqual([])
  })

  test.for([
    [['command=push', ''], 'invalid command'],
    [['agent=x', ''], 'one command'],
    [['command=fetch', 'command=ls-refs', ''], 'exactly one command'],
    [['command=fetch', '|', 'hello', ''], 'unexpected line'],
    [['command=fetch', '|', 'want x', ''], 'no valid object ID'],
    [['command=fetch', '|', `want ${a}`], 'does not end with a flush'],
    [['command=ls-refs', '|', 'want x', ''], 'unexpected line'],
    [['command=fetch'], 'does not end with a flush'],
    [['command=fetch', '|', '|', ''], 'does not end with a flush'],
  ] as const)('refused: %j', async ([lines, message]) => {
    await expect(v2(...lines)).rejects.toThrow(message)
  })
})

test('filters', () => {
  expect(parseFilter('blob:none').blobLimit).toBe(0)
  expect(parseFilter('blob:limit=2m').blobLimit).toBe(2 * 1024 ** 2)
  expect(parseFilter('combine:blob:none+tree:3')).toEqual({ ...noFilter, blobLimit: 0, treeDepth: 3 })
  expect([...parseFilter('object:type=tag').types]).toEqual(['tag'])
  for (const bad of [
    '',
    'blob',
    'blob:limit=',
    'blob:limit=1x',
    'tree:-1',
    'tree:1e9',
    'combine:',
    'combine:a+b',
    `combine:${'tree:1+'.repeat(20)}`,
    'combine:%zz',
  ]) {
    expect(() => parseFilter(bad)).toThrow(GitProtocolError)
  }
})

describe('what is advertised', () => {
  const oid = '1'.repeat(40) as Oid
  const peeled = '2'.repeat(40) as Oid
  const refs = [
    { name: 'refs/heads/main', oid, peeled: null },
    { name: 'refs/pr/1', oid, peeled: null },
    { name: 'refs/tags/v1', oid, peeled },
  ]
  const all = { refs, head: 'refs/heads/main', agent: 'portolan/test' }

  test('version 0 and 1', async () => {
    const [first = '', ...others] = await linesOf(advertiseRefs(all, 0))
    const [head, capabilities] = first.split('\0')
    expect(head).toBe(`${oid} HEAD`)
    expect(capabilities?.split(' ')).toEqual(
      expect.arrayContaining(['symref=HEAD:refs/heads/main', 'object-format=sha1', 'filter', 'no-done']),
    )
    expect(others).toEqual([`${oid} refs/heads/main`, `${oid} refs/pr/1`, `${oid} refs/tags/v1`, `${peeled} refs/tags/v1^{}`, 'flush'])
    expect((await linesOf(advertiseRefs(all, 1)))[0]).toBe('version 1')
    expect((await linesOf(advertiseRefs({ ...all, refs: [] }, 0)))[0]).toMatch(/^0{40} capabilities\^\{\}\0multi_ack /)
  })

  test('version 2', async () => {
    expect(await linesOf(advertiseV2('portolan/test'))).toEqual([
      'version 2',
      'agent=portolan/test',
      'ls-refs=unborn',
      'fetch=shallow wait-for-done filter',
      'server-option',
      'object-format=sha1',
      'flush',
    ])
    const ask = (prefixes: string[], of = all) => linesOf(listRefsV2(of, { peel: true, symrefs: true, unborn: true, prefixes }))
    expect(await ask(['HEAD', 'refs/tags/'])).toEqual([
      `${oid} HEAD symref-target:refs/heads/main`,
      `${oid} refs/tags/v1 peeled:${peeled}`,
      'flush',
    ])
    expect(await ask([], { ...all, refs: [] })).toEqual(['unborn HEAD symref-target:refs/heads/main', 'flush'])
  })
})

describe('packs, judged by git', () => {
  test.for([1, 2, 3, 4])('whole clones and fetches from any point of random history %i', async (seed) => {
    using origin = randomHistory(seed, 40)
    const serve = serverOf(origin)
    const heads = refsOf(origin).map(({ oid }) => oid)
    using clone = openGitFolder()
    const { pack, objects } = await serve({ wants: heads, includeTag: true })
    unpack(clone, pack)
    expect(objectsOf(clone)).toEqual(reachable(origin, '--all'))
    expect(objects).toBe(objectsOf(clone).length)
    for (const [n, have] of origin.text(['rev-list', '--all']).split('\n').entries()) {
      if (n % 9 !== seed % 9) continue
      for (const thinPack of [true, false]) {
        using behind = openGitFolder()
        unpack(behind, (await serve({ wants: [have as Oid] })).pack)
        const fetched = await serve({
          wants: heads,
          haves: [have as Oid],
          thinPack,
          ofsDelta: n % 2 === 0,
          sideBand: n % 3 === 0 ? null : 'side-band-64k',
        })
        unpack(behind, fetched.pack)
        behind.git(['update-ref', 'refs/heads/main', tip(origin)])
        expect(behind.text(['fsck', '--strict', '--no-dangling', '--connectivity-only'])).toBe('')
        for (const oid of heads) expect(reachable(behind, oid)).toEqual(reachable(origin, oid))
      }
    }
  })

  test('what the client has is not sent again, moved files neither', async () => {
    using origin = openGitFolder()
    const who = 'Ada <ada@example.org> 1700000000 +0000'
    const body = 'some text that is long enough\n'.repeat(40)
    origin.git(
      ['fast-import', '--quiet'],
      `commit refs/heads/main\nmark :1\ncommitter ${who}\ndata 1\na\nM 100644 inline a/x\ndata ${body.length}\n${body}\n` +
        `commit refs/heads/main\nmark :2\ncommitter ${who}\ndata 1\nb\nR a b\n`,
    )
    const serve = serverOf(origin)
    const [second, first] = origin.text(['rev-list', 'main']).split('\n') as [Oid, Oid]
    // The commit and its root tree: the folder and the file were only moved.
    expect((await serve({ wants: [second], haves: [first] })).objects).toBe(2)
    expect((await serve({ wants: [second], haves: [second] })).objects).toBe(0)
  })

  test('versions of one file and of one folder are sent as deltas, however many there are', async () => {
    using origin = openGitFolder()
    const stream: string[] = []
    for (let c = 0; c < 300; c++) {
      const body = Array.from({ length: 300 }, (_, i) => `${(i * 7_919) % 10_007} ${i === c ? 'changed' : ''}`).join('\n')
      stream.push('commit refs/heads/main', `committer Ada <ada@example.org> ${1_700_000_000 + c} +0000`, 'data 1', 'c')
      if (c === 0) for (let f = 0; f < 200; f++) stream.push(`M 100644 inline file-${f}`, 'data 3', String(100 + f))
      stream.push('M 100644 inline long.txt', `data ${body.length}`, body)
    }
    origin.git(['fast-import', '--quiet'], `${stream.join('\n')}\n`)
    using clone = openGitFolder()
    const { pack } = await serverOf(origin)({ wants: [tip(origin)] })
    unpack(clone, pack)
    const index = readdirSync(join(clone.path, '.git/objects/pack')).find((name) => name.endsWith('.idx')) ?? ''
    const verified = clone.text(['verify-pack', '-v', `.git/objects/pack/${index}`])
    const depths = [...verified.matchAll(/^chain length = (\d+): (\d+)/gm)].map(
      ([, depth, count]) => [Number(depth), Number(count)] as const,
    )
    expect(depths.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(590)
    expect(Math.max(...depths.map(([depth]) => depth))).toBeLessThanOrEqual(45)
    const whole = 600 * 4_000
    expect(pack.length).toBeLessThan(whole / 10)
  })

  test('a filter leaves out what it says, and no more; what is asked for by its id is sent', async () => {
    using origin = randomHistory(11, 25)
    const serve = serverOf(origin)
    const main = tip(origin)
    const of = (filter: string) => reachable(origin, `--filter=${filter}`, 'main')
    for (const filter of ['blob:none', 'blob:limit=1k', 'tree:0', 'tree:1', 'tree:2', 'combine:tree:2+blob:none']) {
      const { pack } = await serve({ wants: [main], filter: parseFilter(filter) })
      expect([filter, idsOf(pack)]).toEqual([filter, of(filter)])
    }
    const blob = origin.text(['ls-tree', '-r', '--format=%(objectname)', 'main']).split('\n')[0] as Oid
    expect(idsOf((await serve({ wants: [blob], filter: parseFilter('blob:none') })).pack)).toEqual([blob])
    const tree = tip(origin, 'main^{tree}')
    expect(idsOf((await serve({ wants: [tree] })).pack)).toEqual(reachable(origin, tree))
  })
})

/** The ids of the objects in a self-contained pack. */
function idsOf(pack: Buffer): string[] {
  using folder = openGitFolder()
  folder.git(['index-pack', '--stdin'], pack)
  return objectsOf(folder)
}

describe('shallow histories', () => {
  /** c1 … c6 in a row, and a side branch from c2 merged into c5. */
  function history(): { folder: GitFolder; oids: Oid[] } {
    const folder = openGitFolder()
    const stream: string[] = []
    const commit = (mark: number, from: number | null, merge: number | null, ref = 'main') =>
      stream.push(
        `commit refs/heads/${ref}`,
        `mark :${mark}`,
        `committer Ada <ada@example.org> ${1_700_000_000 + mark * 1_000} +0000`,
        'data 1',
        'c',
        ...(from === null ? [] : [`from :${from}`]),
        ...(merge === null ? [] : [`merge :${merge}`]),
        `M 100644 inline file-${mark}`,
        'data 2',
        `${mark}\n`,
      )
    commit(1, null, null)
    commit(2, 1, null)
    commit(7, 2, null, 'side')
    commit(3, 2, null)
    commit(4, 3, null)
    commit(5, 4, 7)
    commit(6, 5, null)
    folder.git(['fast-import', '--quiet', '--export-marks=.git/marks'], `${stream.join('\n')}\n`)
    const marks = new Map(
      readFileSync(join(folder.path, '.git/marks'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.slice(1).split(' ') as [string, Oid]),
    )
    return { folder, oids: Array.from({ length: 8 }, (_, n) => marks.get(String(n)) as Oid) }
  }
  const info = (lines: readonly string[]) => lines.filter((line) => /^(un)?shallow /.test(line)).sort()
  const commitsIn = (folder: GitFolder) =>
    folder
      .text(['cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectname)'])
      .split('\n')
      .flatMap((line) => (line.startsWith('commit ') ? [line.slice(7)] : []))
      .sort()

  test('depth, date, and history left out', async () => {
    const { folder, oids } = history()
    using _ = folder
    const serve = serverOf(folder)
    const ask = async (deepen: Partial<FetchRequest['deepen']>, shallow: Oid[] = [], haves: Oid[] = []) => {
      const { lines, pack } = await serve({ wants: [oids[6] as Oid], shallow, haves, thinPack: false, deepen: { ...noDeepen, ...deepen } })
      using into = openGitFolder()
      into.git(['index-pack', '--stdin'], pack)
      return { info: info(lines), commits: commitsIn(into) }
    }
    const sorted = (...numbers: number[]) => numbers.map((n) => oids[n] as string).sort()
    expect(await ask({ depth: 1 })).toEqual({ info: [`shallow ${oids[6]}`], commits: sorted(6) })
    expect(await ask({ depth: 3 })).toEqual({ info: [`shallow ${oids[4]}`, `shallow ${oids[7]}`].sort(), commits: sorted(4, 5, 6, 7) })
    // From depth 1 to 2: the boundary moves, only what is behind it is sent.
    expect(await ask({ depth: 2 }, [oids[6] as Oid], [oids[6] as Oid])).toEqual({
      info: [`shallow ${oids[5]}`, `unshallow ${oids[6]}`],
      commits: sorted(5),
    })
    expect(await ask({ depth: 1, relative: true }, [oids[5] as Oid], [oids[6] as Oid])).toEqual({
      info: [`shallow ${oids[4]}`, `shallow ${oids[7]}`, `unshallow ${oids[5]}`].sort(),
      commits: sorted(4, 7),
    })
    expect(await ask({ depth: 0x7fffffff }, [oids[6] as Oid], [oids[6] as Oid])).toEqual({
      info: [`unshallow ${oids[6]}`],
      commits: sorted(1, 2, 3, 4, 5, 7),
    })
    expect(await ask({ since: 1_700_004_500 })).toEqual({
      info: [`shallow ${oids[5]}`, `shallow ${oids[7]}`].sort(),
      commits: sorted(5, 6),
    })
    expect(await ask({ not: ['side'] })).toEqual({ info: [`shallow ${oids[3]}`, `shallow ${oids[5]}`].sort(), commits: sorted(5, 6) })
    expect((await serve({ wants: [oids[6] as Oid], deepen: { ...noDeepen, since: 1_900_000_000 } })).lines).toEqual([
      'ERR no commits selected for shallow requests',
    ])
    expect((await serve({ wants: [oids[6] as Oid], deepen: { ...noDeepen, not: ['nothing'] } })).lines).toEqual([
      'ERR git upload-pack: ambiguous deepen-not: nothing',
    ])
  })

  test('a shallow client that fetches on is told nothing of borders and gets what is new', async () => {
    const { folder, oids } = history()
    using _ = folder
    const { lines, objects } = await serverOf(folder)({ wants: [oids[6] as Oid], shallow: [oids[5] as Oid], haves: [oids[5] as Oid] })
    expect(lines).toEqual(['shallow-info', 'delim', 'packfile', 'flush'])
    // Commit, tree and file.
    expect(objects).toBe(3)
  })

  test('in version 0 the borders come first, and alone when nothing else was asked', async () => {
    const { folder, oids } = history()
    using _ = folder
    const serve = serverOf(folder)
    const deepen = { ...noDeepen, depth: 1 }
    expect(await serve({ version: 0, wants: [oids[6] as Oid], deepen, ending: 'end' })).toMatchObject({
      lines: [`shallow ${oids[6]}`, 'flush'],
      objects: 0,
    })
    expect(await serve({ version: 0, wants: [oids[6] as Oid], deepen })).toMatchObject({
      lines: [`shallow ${oids[6]}`, 'flush', 'NAK', 'flush'],
      objects: 8,
    })
  })
})

describe('finding out what is common', () => {
  const missing = 'f'.repeat(40) as Oid
  async function two(): Promise<{ folder: GitFolder; oids: [Oid, Oid]; serve: ReturnType<typeof serverOf> }> {
    const folder = openGitFolder()
    const commit = (n: number) =>
      `commit refs/heads/main\ncommitter Ada <a@b> ${1_700_000_000 + n} +0000\ndata 1\nc\nM 100644 inline f\ndata 1\n${n}\n`
    folder.git(['fast-import', '--quiet'], commit(1) + commit(2))
    const oids = folder.text(['rev-list', '--reverse', 'main']).split('\n') as [Oid, Oid]
    return { folder, oids, serve: serverOf(folder) }
  }

  test('version 2', async () => {
    const { folder, oids, serve } = await two()
    using _ = folder
    const ask = async (haves: Oid[], more: Partial<FetchRequest> = {}) =>
      (await serve({ wants: [oids[1]], haves, ending: 'flush', ...more })).lines
    expect(await ask([])).toEqual(['packfile', 'flush'])
    expect((await serve({ wants: [], haves: [oids[0]], ending: 'flush' })).lines).toEqual([])
    expect(await ask([missing])).toEqual(['acknowledgments', 'NAK', 'flush'])
    expect(await ask([missing, oids[0]])).toEqual(['acknowledgments', `ACK ${oids[0]}`, 'ready', 'delim', 'packfile', 'flush'])
    expect(await ask([oids[0]], { waitForDone: true })).toEqual(['acknowledgments', `ACK ${oids[0]}`, 'flush'])
    expect(await ask([oids[0]], { ending: 'done' })).toEqual(['packfile', 'flush'])
  })

  test('version 0, in each of its ways', async () => {
    const { folder, oids, serve } = await two()
    using _ = folder
    const ask = async (haves: Oid[], more: Partial<FetchRequest>) => {
      const { lines, pack } = await serve({ version: 0, wants: [oids[1]], haves, ...more })
      return [...lines, ...(pack.length > 0 ? ['PACK'] : [])]
    }
    const ending = 'flush'
    expect(await ask([missing], { ending })).toEqual(['NAK'])
    expect(await ask([oids[0]], { ending })).toEqual([`ACK ${oids[0]} common`, `ACK ${oids[0]} ready`, 'NAK'])
    expect(await ask([oids[0], missing], { ending })).toEqual([`ACK ${oids[0]} common`, `ACK ${missing} ready`, 'NAK'])
    expect(await ask([oids[0]], { ending, noDone: true })).toEqual([
      `ACK ${oids[0]} common`,
      `ACK ${oids[0]} ready`,
      'NAK',
      `ACK ${oids[0]}`,
      'flush',
      'PACK',
    ])
    expect(await ask([oids[0]], {})).toEqual([`ACK ${oids[0]} common`, `ACK ${oids[0]}`, 'flush', 'PACK'])
    expect(await ask([oids[0]], { ending, multiAck: 'multi_ack' })).toEqual([`ACK ${oids[0]} continue`, 'NAK'])
    expect(await ask([oids[0], oids[1]], { ending, multiAck: 'none' })).toEqual([`ACK ${oids[0]}`])
    expect(await ask([], { sideBand: null })).toEqual(['NAK', 'PACK'])
    expect(await ask([], { sideBand: 'side-band' })).toEqual(['NAK', 'flush', 'PACK'])
  })

  test('what the repo does not have is refused in the words of git, and long lists are told how far they are', async () => {
    const { folder, oids, serve } = await two()
    using _ = folder
    expect((await serve({ wants: [missing] })).lines).toEqual([`ERR upload-pack: not our ref ${missing}`])
    expect((await serve({ wants: [oids[1]], noProgress: false })).lines).toEqual([
      'packfile',
      'progress: Enumerating objects: 6, done.',
      'progress: Total 6 (delta 0), reused 0 (delta 0), pack-reused 0',
      'flush',
    ])
  })

  test('annotated tags come along when they are asked for', async () => {
    const { folder, oids } = await two()
    using _ = folder
    folder.git(['tag', '-a', 'v1', '-m', 'one'])
    folder.git(['tag', '-a', 'old', '-m', 'old', oids[0]])
    const serve = serverOf(folder)
    expect((await serve({ wants: [oids[1]] })).objects).toBe(6)
    expect((await serve({ wants: [oids[1]], includeTag: true })).objects).toBe(8)
    expect((await serve({ wants: [oids[1]], haves: [oids[0]], includeTag: true })).objects).toBe(4)
    expect((await serve({ wants: [tip(folder, 'v1')] })).objects).toBe(7)
  })
})

describe('bounds', () => {
  test('too many objects or commits are refused, and work ends when nobody waits for it', async () => {
    using origin = randomHistory(3, 10)
    const source = sourceOf(origin)
    const refs = refsOf(origin)
    const main = tip(origin)
    const run = async (limits: { maxObjects: number; maxCommits: number }, signal: AbortSignal) => {
      const pieces: Buffer[] = []
      for await (const piece of answerFetch({ source, refs, deltas: memoryOfDeltas(), limits, signal }, { ...plain, wants: [main] }))
        pieces.push(piece)
      return Buffer.concat(pieces).toString('latin1')
    }
    const never = new AbortController().signal
    expect(await run({ maxObjects: 5, maxCommits: 1_000 }, never)).toContain('\u0003fatal: A pack cannot have more than 5 objects')
    expect(await run({ maxObjects: 1_000, maxCommits: 2 }, never)).toContain('\u0003fatal: A response cannot have more than 2 commits')
    await expect(run({ maxObjects: 1_000, maxCommits: 1_000 }, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  test('a damaged repo is told as a failure, not as a short pack', async () => {
    using origin = randomHistory(3, 10)
    const whole = sourceOf(origin)
    const lost = origin.text(['rev-parse', 'main^{tree}']) as Oid
    const source = {
      ...whole,
      bodies: async (oids: readonly Oid[]) => new Map([...(await whole.bodies(oids))].filter(([oid]) => oid !== lost)),
    }
    const pieces: Buffer[] = []
    const signal = new AbortController().signal
    const answer = answerFetch({ source, refs: refsOf(origin), deltas: memoryOfDeltas(), signal }, { ...plain, wants: [tip(origin)] })
    await expect(
      (async () => {
        for await (const piece of answer) pieces.push(piece)
      })(),
    ).rejects.toThrow(`is missing the tree ${lost}`)
    expect(Buffer.concat(pieces).toString('latin1')).toContain('\u0003fatal: could not create the pack')
  })
})

describe('the same requests, answered by git itself', () => {
  function commitsOf(commits: ReadonlySet<string>, pack: Buffer): string[] {
    using folder = openGitFolder()
    if (pack.length === 0) return []
    folder.git(['index-pack', '--stdin'], pack)
    return objectsOf(folder).filter((oid) => commits.has(oid))
  }

  test.for([21, 22, 23])('acknowledgments, borders and commits of random history %i', { timeout: 60_000 }, async (seed) => {
    using origin = randomHistory(seed, 30, 'right')
    const serve = serverOf(origin)
    const all = origin.text(['rev-list', '--all']).split('\n') as Oid[]
    const commits = new Set<string>(all)
    const times = origin.text(['log', '--all', '--format=%ct']).split('\n').map(Number)
    let state = seed
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const some = (most: number) => Array.from({ length: next(most + 1) }, () => all[next(all.length)] as Oid)
    for (let turn = 0; turn < 16; turn++) {
      const want = all[next(6)] as Oid
      const shallow = next(2) === 0 ? [...new Set(some(2))] : []
      const kind = next(6)
      const deepen = [
        [],
        [`deepen ${1 + next(5)}`],
        [`deepen ${1 + next(5)}`, 'deepen-relative'],
        [`deepen-since ${times[next(times.length)]}`],
        ['deepen-not light'],
        ['deepen 2147483647'],
      ][kind] as string[]
      const haves = next(2) === 0 ? [...new Set([...some(3), ...shallow])] : []
      const lines = [
        'command=fetch',
        '|',
        'no-progress',
        'ofs-delta',
        `want ${want}`,
        ...shallow.map((oid) => `shallow ${oid}`),
        ...deepen,
        ...haves.map((oid) => `have ${oid}`),
        ...(next(2) === 0 ? ['done'] : []),
        '',
      ]
      const asked = await v2(...lines)
      if (asked?.command !== 'fetch') throw new Error('no fetch')
      const ours = await serve(asked.request)
      const theirs = await theirAnswer(origin, Buffer.concat(pkts(...lines)))
      const context = lines.join('\n')
      if (theirs === null) {
        expect([context, ours.lines[0]?.slice(0, 3)]).toEqual([context, 'ERR'])
        continue
      }
      expect([context, ours.lines.toSorted()]).toEqual([context, theirs.lines.toSorted()])
      expect([context, commitsOf(commits, ours.pack)]).toEqual([context, commitsOf(commits, theirs.pack)])
    }
  })

  async function theirAnswer(origin: GitFolder, request: Buffer): Promise<{ lines: string[]; pack: Buffer } | null> {
    let all: Buffer
    try {
      all = execFileSync('git', ['-c', 'uploadpack.allowAnySHA1InWant=true', 'upload-pack', '--stateless-rpc', origin.path], {
        input: request,
        env: { ...gitEnvironment, GIT_PROTOCOL: 'version=2' },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
    } catch {
      return null
    }
    const pack: Buffer[] = []
    const lines: string[] = []
    const reader = new PktReader(from(all))
    for (let packet = await reader.next(); packet !== null; packet = await reader.next()) {
      if (packet.kind === 'data' && packet.data[0] === 1) pack.push(packet.data.subarray(1))
      else lines.push(shownOf(packet))
    }
    return { lines, pack: Buffer.concat(pack) }
  }
})
