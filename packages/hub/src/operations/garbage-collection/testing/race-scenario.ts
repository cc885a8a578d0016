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

/** A number from 0 to 1, a new one for each call. */
export type Random = () => number

/** State shared by the writers of the race. */
export interface World extends AsyncDisposable {
  readonly hub: TestHub
  readonly ada: UserActor
  /** Commits by repo, reachable or not: the most recent ones. */
  readonly commits: Map<number, Oid[]>
  /** Waits until nobody else is working, runs something, and lets everyone continue. */
  alone(work: () => void): Promise<void>
  /** A writer's loop. */
  step(work: () => Promise<void>): Promise<void>
}

export async function openRaceScenario(database: Dialect, random: Random): Promise<World> {
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
      // The caller counts as working, too.
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

/** One of a few, created if missing. It may have another owner by now: the old name redirects there. */
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

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
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
 * Inside a transaction, all reads go through it: a separate read takes a second connection, and on Postgres it is a deadlock when all are taken by such
 * transactions.
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

/** A remote store: between the decision to remove a blob and its removal, anything can happen. */
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
