import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Oid } from '@portolan/git'
import { createOrg, createUser, loadActor } from '../../../identity/accounts/index.ts'
import type { UserActor } from '../../../foundation/actor/index.ts'
import type { Dialect } from '../../../foundation/db/db.ts'
import { createRepo } from '../../../repository/repos/index.ts'
import { findRepo, requireRepo, type WithContent } from '../../../repository/access/index.ts'
import { listRefs } from '../../../repository/revisions/index.ts'
import { openTestHub, type TestHub } from '../../../testing/open-test-hub.ts'

/** A number from 0 to 1, the next one at each call. */
export type Random = () => number

/** What the writers of the race share. */
export interface World extends AsyncDisposable {
  readonly hub: TestHub
  readonly ada: UserActor
  /** Commits by repo, reachable or not: the last ones that were made. */
  readonly commits: Map<number, Oid[]>
  /** Waits until nobody else works, runs something, and lets all go on. */
  alone(work: () => void): Promise<void>
  /** What each writer does, one after another. */
  step(work: () => Promise<void>): Promise<void>
}

export async function openRaceWorld(database: Dialect, random: Random): Promise<World> {
  const hub = await openTestHub({ database })
  const account = await createUser(hub, { name: 'ada', password: null })
  const before = await loadActor(hub.db.read, account.id, null)
  if (!before) throw new Error('no ada')
  await createOrg(hub, before, { name: 'guild' })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  slowDown(hub, random)
  refuseReadsAround(hub)
  let active = 0
  let gate: Promise<void> | null = null
  return {
    hub,
    ada,
    commits: new Map(),
    async alone(work) {
      if (gate !== null) return
      const open = Promise.withResolvers<void>()
      gate = open.promise
      // Whoever asks is at work, too.
      while (active > 1) await delay(1)
      work()
      gate = null
      open.resolve()
    },
    async step(work) {
      while (gate !== null) await gate
      active++
      try {
        await work()
      } finally {
        active--
      }
    },
    [Symbol.asyncDispose]: () => hub.close(),
  }
}

export function remember({ commits }: World, repo: WithContent, commitOid: Oid): void {
  commits.set(repo.id, [...(commits.get(repo.id) ?? []).slice(-20), commitOid])
}

/** One of a few; made when it is not there. It may have another owner by now: the old name leads there. */
export async function someRepo({ hub, ada }: World, random: Random): Promise<WithContent> {
  const name = `r${Math.floor(random() * 3)}`
  const found = await findRepo(hub, ada, 'model', `ada/${name}`)
  return found ? requireRepo(hub, ada, 'model', found.repo.fullName, 'content') : createRepo(hub, ada, { type: 'model', name })
}

export async function someBranch(hub: TestHub, repo: WithContent, random: Random): Promise<string> {
  const { branches } = await listRefs(hub, repo)
  return branches.length === 0 ? 'main' : pick(random, branches).name
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

export function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(start: number): Random {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Whoever is in a transaction reads through it: a read of its own takes a second connection, and when all are taken by such transactions on Postgres nobody
 * goes on.
 */
function refuseReadsAround({ db }: TestHub): void {
  const inside = new AsyncLocalStorage<true>()
  const write = db.write.bind(db)
  const read = db.read.withPlugin({
    transformQuery({ node }) {
      if (inside.getStore()) throw new Error('a read that goes around its transaction')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  Object.assign(db, { read, write: ((work) => write((tx) => inside.run(true, () => work(tx)))) satisfies typeof db.write })
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
