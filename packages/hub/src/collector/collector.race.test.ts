import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { isHubError } from '@portolan/contract'
import type { Oid } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor, type UserActor } from '../accounts/index.ts'
import { createCommit, landRefs, RefMovedError } from '../commits/index.ts'
import type { Dialect } from '../db/db.ts'
import { openFile } from '../files/index.ts'
import { acceptUpload, lfsBatch, storeInlineLarge } from '../lfs/index.ts'
import { createRepo, deleteRepo, findRepo, type Repo } from '../repos/index.ts'
import { createBranch, deleteBranch, listRefs } from '../revisions/index.ts'
import { databases, openTestHub, type TestHub } from '../testing/open-test-hub.ts'
import { type CollectorReport, listMarks, restoreRepo, runCollector } from './index.ts'
import { whatIsLeft, whatIsLost } from './testing/what-is-lost.ts'

/*
 * Several writers at once upload, commit, move refs by force, delete and restore, while the collector runs with a grace period that ends all the time.
 * Whatever they were told is stored must be there. The order comes from a seed, which a failure prints:
 *   PORTOLAN_FUZZ_SEED=<seed> vitest run --project @portolan/hub collector.race
 * The long run, on its own: PORTOLAN_FUZZ_STEPS=3000 vitest run --project @portolan/hub collector.race
 */
const steps = Number(process.env['PORTOLAN_FUZZ_STEPS'] ?? 200)
const seed = Number(process.env['PORTOLAN_FUZZ_SEED'] ?? 20_261_122)
const writers = 4
const hour = 3_600_000
const graceMs = 1_000
const day = 24 * hour

/** What a writer may be told while others delete and collect. Everything else is a fault. */
const expected = new Set([
  'repo.not_found',
  'repo.name_taken',
  'revision.not_found',
  'revision.exists',
  'commit.conflict',
  'commit.file_missing',
  'commit.stale_parent',
  'commit.lfs_missing',
  'lfs.object_missing',
  'lfs.link_expired',
  'entry.not_found',
  'storage.unavailable',
])

/**
 * A repo that was deleted and, a second later, freed while a writer was at it: with real grace periods that takes a day. What a live repo lost is found by
 * `whatIsLost`, whatever a writer heard.
 */
const repoWasFreed = /foreign key constraint|^Error: Repository \d+ lacks the (?:tree|object|commit) /i

describe.for(databases)('uploads, deletions, force pushes and the collector at once, on %s', (database) => {
  test(`lose nothing and leave nothing (seed ${seed}, ${steps} steps)`, { timeout: 60_000 + steps * 500 }, async () => {
    await using world = await openWorld(database)
    const { hub } = world
    const counts = new Map<string, number>()
    await hub.blobs.put(Readable.from([Buffer.from('never recorded')]), {})
    let left = steps
    const failures: unknown[] = []
    const count = (report: CollectorReport | null) => {
      for (const [kind, { freed }] of Object.entries(report ?? {}))
        counts.set(`freed ${kind}`, (counts.get(`freed ${kind}`) ?? 0) + freed.count)
    }
    const writer = async (random: Random) => {
      while (left-- > 0 && failures.length === 0) {
        const [name, work] = pick(random, actions)
        try {
          await work(world, random)
          counts.set(name, (counts.get(name) ?? 0) + 1)
        } catch (error) {
          if (isHubError(error) && expected.has(error.code)) counts.set(error.code, (counts.get(error.code) ?? 0) + 1)
          else if (error instanceof RefMovedError) counts.set('moved', (counts.get('moved') ?? 0) + 1)
          else if (repoWasFreed.test(String(error)))
            counts.set('repo freed under a writer', (counts.get('repo freed under a writer') ?? 0) + 1)
          else failures.push(error)
        }
      }
    }
    const collector = async () => {
      let runs = 0
      while (left > 0 && failures.length === 0) {
        count(await runCollector(hub, { graceMs }))
        if (++runs % 4 !== 0) continue
        const lost = await whatIsLost(hub)
        // Writers go on while that is looked at: what is really lost is lost at the second look too.
        if (lost.length > 0) failures.push(...(await whatIsLost(hub)).filter((line) => lost.includes(line)))
      }
    }
    await Promise.all([...Array.from({ length: writers }, (_, i) => writer(randomFrom(seed + i))), collector()])
    process.stdout.write(`seed ${seed}: ${[...counts].map(([name, n]) => `${n} ${name}`).join(', ')}\n`)
    expect(failures).toEqual([])
    expect(await whatIsLost(hub)).toEqual([])
    for (let run = 0; run < 3; run++) {
      hub.tick(31 * day)
      count(await runCollector(hub, { graceMs, everything: true }))
    }
    expect([await whatIsLost(hub), await whatIsLeft(hub)]).toEqual([[], []])
    // There was something to collect at all.
    expect(counts.get('freed git object') ?? 0).toBeGreaterThan(0)
    expect(counts.get('freed blob') ?? 0).toBeGreaterThan(0)
  })
})

type Random = () => number
type Action = (world: World, random: Random) => Promise<void>

const actions: readonly (readonly [string, Action])[] = [
  ['commit', commitLarge],
  ['commit', commitLarge],
  ['upload by link', uploadByLink],
  ['upload by link', uploadByLink],
  ['text', commitText],
  ['branch', branch],
  ['delete branch', removeBranch],
  ['force', force],
  ['force', force],
  ['read', readBack],
  ['delete repo', removeRepo],
  ['restore', restore],
  ['wait', wait],
  ['wait', wait],
]

/** Few contents: uploads of the same one meet its removal. */
const contents = Array.from({ length: 12 }, (_, i) => Buffer.from(`large content number ${i}`))

async function commitLarge(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const content = pick(random, contents)
  await storeInlineLarge(hub, ada, repo, Readable.from([content]))
  await commitPointer(world, repo, random, content)
}

async function uploadByLink(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const content = pick(random, contents)
  const answer = await lfsBatch(hub, ada, repo, {
    operation: 'upload',
    transfers: [],
    objects: [{ oid: shaOf(content), size: content.length }],
  })
  const [offer] = answer.objects
  if (offer?.state === 'upload') await acceptUpload(hub, ada, offer.link, Readable.from([content]))
  await delay(random() * 3)
  await commitPointer(world, repo, random, content)
}

async function commitPointer({ hub, ada }: World, repo: Repo, random: Random, content: Buffer): Promise<void> {
  const revision = await someBranch(hub, repo, random)
  const { commitOid } = await createCommit(hub, ada, repo, {
    revision,
    summary: 'x',
    operations: [{ kind: 'lfs', path: `${Math.floor(random() * 3)}.bin`, sha256: shaOf(content), size: content.length }],
  })
  remember(repo, commitOid)
}

async function commitText(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const content = Buffer.from(`text ${Math.floor(random() * 5)}`)
  const { commitOid } = await createCommit(hub, ada, repo, {
    revision: await someBranch(hub, repo, random),
    summary: 'x',
    operations: [{ kind: 'file', path: `${Math.floor(random() * 3)}.txt`, content }],
  })
  remember(repo, commitOid)
}

async function branch(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  const known = commits.get(repo.id) ?? []
  // Also from commits that no ref leads to any more.
  const startingPoint = known.length > 0 && random() < 0.7 ? pick(random, known) : 'main'
  await createBranch(world.hub, world.ada, repo, { name: `b${Math.floor(random() * 4)}`, startingPoint })
}

async function removeBranch(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  await deleteBranch(world.hub, world.ada, repo, `b${Math.floor(random() * 4)}`)
}

/** A ref goes to any commit that was ever seen, as a forced push sends it. */
async function force(world: World, random: Random): Promise<void> {
  const { hub } = world
  const repo = await someRepo(world, random)
  const { branches } = await listRefs(hub, repo)
  const others = branches.filter(({ name }) => name !== 'main')
  const known = commits.get(repo.id) ?? []
  if (others.length === 0 || known.length === 0) return
  const { ref, targetCommit } = pick(random, others)
  const to = pick(random, known)
  await hub.db.write((tx) =>
    landRefs(tx, hub, 'ada', repo, { changes: [{ ref, from: targetCommit as Oid, to }], objects: [], lfs: [], described: null }),
  )
}

async function readBack(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const file = await openFile(hub, ada, repo, await someBranch(hub, repo, random), `${Math.floor(random() * 3)}.bin`)
  const bytes = Buffer.concat(await (await file.read()).toArray())
  if (shaOf(bytes) !== file.etag) throw new Error('another content came back')
}

async function removeRepo(world: World, random: Random): Promise<void> {
  if (random() < 0.8) return
  await deleteRepo(world.hub, world.ada, await someRepo(world, random))
}

async function restore({ hub }: World, random: Random): Promise<void> {
  const marks = await listMarks(hub, { kind: 'repository' })
  if (marks.length > 0) await restoreRepo(hub, 'ada', pick(random, marks).key)
}

/** Time goes by for everybody; never so much that an upload under way could count as forgotten. */
async function wait({ hub }: World, random: Random): Promise<void> {
  hub.tick(random() * 2 * hour)
  await delay(random() * 5)
}

/** Commits by repo, reachable or not. */
const commits = new Map<number, Oid[]>()

function remember(repo: Repo, commitOid: Oid): void {
  const list = commits.get(repo.id) ?? []
  commits.set(repo.id, [...list.slice(-20), commitOid])
}

async function someRepo({ hub, ada }: World, random: Random): Promise<Repo> {
  const name = `r${Math.floor(random() * 3)}`
  const found = await findRepo(hub, ada, 'model', `ada/${name}`)
  return found?.repo ?? createRepo(hub, ada, { type: 'model', name })
}

async function someBranch(hub: TestHub, repo: Repo, random: Random): Promise<string> {
  const { branches } = await listRefs(hub, repo)
  return branches.length === 0 ? 'main' : pick(random, branches).name
}

interface World extends AsyncDisposable {
  readonly hub: TestHub
  readonly ada: UserActor
}

async function openWorld(database: Dialect): Promise<World> {
  commits.clear()
  const hub = await openTestHub({ database })
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  slowDown(hub, randomFrom(seed + 100))
  return { hub, ada, [Symbol.asyncDispose]: () => hub.close() }
}

/** A store far away: between the decision to remove a blob and its removal there is time for everything else. */
function slowDown({ rawBlobs }: TestHub, random: Random): void {
  const remove = rawBlobs.delete.bind(rawBlobs)
  const put = rawBlobs.put.bind(rawBlobs)
  Object.assign(rawBlobs, {
    async delete(sha256: string) {
      await delay(random() * 8)
      await remove(sha256)
    },
    async put(...words: Parameters<typeof put>) {
      const [content, wanted] = words
      return put(content, {
        ...wanted,
        async beforePublish(blob) {
          await wanted.beforePublish?.(blob)
          await delay(random() * 8)
        },
      })
    },
  })
}

function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(start: number): Random {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
