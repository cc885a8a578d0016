import { type Actor, requireAccount, requireHubAdmin } from '../accounts/index.ts'
import {
  type CollectorReport,
  holdMarks,
  type KindName,
  kindNames,
  listMarks,
  listRuns,
  restoreRepo,
  runCollector,
  whyKept,
} from '../collector/index.ts'
import { recordEvent } from '../events/index.ts'
import type { Hub } from '../hub.ts'
import { listStorageOwners, maySeeStorage, type OwnerStorage, setQuota, storageOf } from '../quotas/index.ts'
import { toRepoCard } from './repo-view.ts'

const ownersPerPage = 50
const shownMarks = 100
const shownRuns = 20
/** How long a page waits for the collector; it goes on by itself. Milliseconds. */
const patienceMs = 20_000

/** What an account or a repo holds, as pages show it. */
export interface StorageView {
  readonly name: string
  readonly kind: 'user' | 'org'
  readonly bytes: number
  readonly largeBytes: number
  readonly gitBytes: number
  readonly limitBytes: number | null
  readonly isDefault: boolean
}

export function toStorageView({ account, bytes, largeBytes, gitBytes, limitBytes, isDefault }: OwnerStorage): StorageView {
  return { name: account.name, kind: account.kind, bytes, largeBytes, gitBytes, limitBytes, isDefault }
}

/** One kind of things in a run of the collector. */
export interface CollectorFigures {
  readonly kind: KindName
  readonly unneeded: { readonly count: number; readonly bytes: number }
  readonly due: { readonly count: number; readonly bytes: number }
  readonly freed: { readonly count: number; readonly bytes: number }
}

function toFigures(report: CollectorReport): CollectorFigures[] {
  return kindNames.map((kind) => ({ kind, ...report[kind] }))
}

/** What the pages of administrators show and do, and what owners see of their storage. */
export function adminActions(hub: Hub, actor: Actor) {
  return {
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async storageOwners(search: string, page: number) {
      const { owners, hasMore } = await listStorageOwners(hub, actor, { search, limit: ownersPerPage, skip: page * ownersPerPage })
      return { owners: owners.map(toStorageView), hasMore }
    },
    setQuota: async (name: string, limitBytes: number | null | 'default') => toStorageView(await setQuota(hub, actor, name, limitBytes)),
    /** `null` for those who do not belong to the account. */
    async storage(name: string): Promise<StorageView | null> {
      const account = await requireAccount(hub, name)
      return maySeeStorage(actor, account.id) ? toStorageView(await storageOf(hub, account)) : null
    },
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async collector(asked: { kind: string; key: string; why: string }) {
      requireHubAdmin(actor)
      const kind = kindNames.find((each) => each === asked.kind)
      const marks = await listMarks(hub, {
        ...(kind === undefined ? {} : { kind }),
        ...(asked.key === '' ? {} : { key: asked.key }),
        limit: shownMarks + 1,
      })
      return {
        kinds: kindNames,
        everyHours: (hub.config.collectorEveryMs ?? 86_400_000) / 3_600_000,
        runs: (await listRuns(hub, shownRuns)).map(({ id, startedAt, endedAt, state, report, error }) => ({
          id,
          startedAt: startedAt.toISOString(),
          seconds: endedAt === null ? null : (endedAt.getTime() - startedAt.getTime()) / 1000,
          state,
          figures: report === null ? null : toFigures(report),
          error,
        })),
        marks: marks.slice(0, shownMarks).map(({ markedAt, dueAt, repoId: _repoId, ...rest }) => ({
          ...rest,
          markedAt: markedAt.toISOString(),
          dueAt: dueAt.toISOString(),
        })),
        hasMoreMarks: marks.length > shownMarks,
        why: asked.why === '' ? null : await whyKept(hub, asked.why),
      }
    },
    /**
     * Runs the collector, or asks what it would do.
     * @returns `null` when it, or a backup, runs already; `running` when it takes longer than a page waits
     */
    async collect(dry: boolean): Promise<CollectorFigures[] | 'running' | null> {
      const user = requireHubAdmin(actor)
      if (!dry) await note(hub, user.name, { change: 'run' })
      const run = runCollector(hub, { dry }).then((report) => (report === null ? null : toFigures(report)))
      const patience = Promise.withResolvers<'running'>()
      const timer = setTimeout(() => {
        // Nobody waits for it any more: its record says how it ended.
        run.catch((error: unknown) => hub.log.error('a run of the collector failed', { error: String(error) }))
        patience.resolve('running')
      }, patienceMs)
      return Promise.race([run, patience.promise]).finally(() => clearTimeout(timer))
    },
    /** Keeps something that is marked, or lets it go again. @returns how many marks that concerned */
    async holdMark(key: string, held: boolean): Promise<number> {
      const user = requireHubAdmin(actor)
      const count = await holdMarks(hub, [key], held)
      if (count > 0) await note(hub, user.name, { change: held ? 'held' : 'released', key })
      return count
    },
    /** Brings a deleted repo back, private. @param as another name; empty for its own */
    async restoreRepo(uid: string, as: string) {
      const user = requireHubAdmin(actor)
      return toRepoCard(await restoreRepo(hub, user.name, uid, as === '' ? undefined : as))
    },
  }
}

function note(hub: Hub, actorName: string, payload: Record<string, unknown>): Promise<void> {
  return hub.db.write((tx) => recordEvent(tx, hub, { topic: 'collector.changed', actor: actorName, payload }))
}
