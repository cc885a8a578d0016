import {
  type Actor,
  type BackupRun,
  listBackupRuns,
  listDamages,
  readVerification,
  requireAccount,
  requireHubAdmin,
  type GcReport,
  type GcRun,
  keepMarks,
  type KindName,
  kindNames,
  listMarks,
  listRuns,
  restoreRepo,
  collectGarbage,
  keptBecause,
  encryptionState,
  keyringOf,
  recordEvent,
  type Hub,
  createPasswordReset,
  endSessionsOf,
  listPeople,
  resetSecondFactors,
  revokeTokensOf,
  setAdministrator,
  setSuspended,
  listStorageOwners,
  maySeeStorage,
  type OwnerStorage,
  setQuota,
  storageOf,
} from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { toRepoCard } from './repo-view.ts'

const ownersPerPage = 50
const peoplePerPage = 50
const shownMarks = 100
const shownRuns = 20
const shownDamages = 100
/** How long a page waits for a possibly short run; the run continues by itself, and the page shows its record. Milliseconds. */
const timeoutMs = 2_000

/** Storage used by an account or a repo, as shown on pages. */
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

/** Results for one kind in a garbage collection run. */
export interface GcFigures {
  readonly kind: KindName
  readonly unneeded: { readonly count: number; readonly bytes: number }
  readonly due: { readonly count: number; readonly bytes: number }
  readonly freed: { readonly count: number; readonly bytes: number }
}

/** A garbage collection run or dry run, as shown on pages. */
export interface GcRunView {
  readonly id: number
  readonly isDry: boolean
  readonly startedAt: string
  /** Its duration, so far or in total. `null` when nobody saw its end. */
  readonly seconds: number | null
  readonly state: GcRun['state']
  readonly figures: readonly GcFigures[] | null
  readonly error: string | null
}

/** The result of requesting a run. `refused`: `by` is the running one, `null` when that is not a garbage collection. */
export type CollectAnswer = { readonly state: 'done' | 'failed' | 'running' } | { readonly state: 'refused'; readonly by: GcRunView | null }

function toRunView(hub: Hub, { id, isDry, startedAt, endedAt, state, report, error }: GcRun): GcRunView {
  const until = endedAt ?? (state === 'running' ? hub.now() : null)
  return {
    id,
    isDry,
    startedAt: startedAt.toISOString(),
    seconds: until === null ? null : Math.max(0, until.getTime() - startedAt.getTime()) / 1000,
    state,
    figures: report === null ? null : toFigures(report),
    error,
  }
}

/** A backup, or a rehearsal of one, as shown on pages. */
export interface BackupRunView {
  readonly place: string
  readonly name: string | null
  readonly startedAt: string
  readonly state: BackupRun['state']
  /** `null` unless it is done. */
  readonly bytes: number | null
  /** Large files that the hub itself lacked. */
  readonly missing: number
  readonly error: string | null
  readonly pruneError: string | null
}

function toBackupView({ place, name, startedAt, state, figures, error, pruneError }: BackupRun): BackupRunView {
  return {
    place,
    name,
    startedAt: startedAt.toISOString(),
    state,
    bytes: figures?.bytes ?? null,
    missing: figures?.missing ?? 0,
    error,
    pruneError,
  }
}

/** State of the backups and of the scheduled verification. */
export interface UpkeepView {
  /** `null` when no backups are scheduled. */
  readonly schedule: { readonly place: string; readonly everyHours: number; readonly keep: number } | null
  readonly lastBackup: BackupRunView | null
  /** The last successful one, where it is not the last. */
  readonly goodBackup: BackupRunView | null
  readonly lastRehearsal: BackupRunView | null
  readonly verification: {
    /** Days in which everything is read once; 0 when it is off. */
    readonly days: number
    /** `null` before the first slice. */
    readonly round: { readonly startedAt: string; readonly share: number; readonly endedAt: string | null; readonly bytes: number } | null
  }
  /** How the secrets in the database are stored: the id of the key in use, `null` without one, and how many are not encrypted with it. */
  readonly secrets: { readonly keyId: string | null; readonly others: number }
  /** What is damaged, oldest first; `total` counts those that are not listed, too. */
  readonly damages: readonly {
    readonly where: string
    readonly what: string
    readonly affects: readonly string[]
    readonly foundAt: string
    readonly checkedAt: string
  }[]
  readonly total: number
}

function toFigures(report: GcReport): GcFigures[] {
  return kindNames.map((kind) => ({ kind, ...report[kind] }))
}

/** What the page of people can do, by the name of its button. */
const personChanges: ReadonlyMap<string, (hub: Hub, actor: Actor, name: string) => Promise<void>> = new Map([
  ['suspend', (hub, actor, name) => setSuspended(hub, actor, name, true)],
  ['reactivate', (hub, actor, name) => setSuspended(hub, actor, name, false)],
  ['end-sessions', endSessionsOf],
  ['revoke-tokens', revokeTokensOf],
  ['reset-second-factors', resetSecondFactors],
  ['make-administrator', (hub, actor, name) => setAdministrator(hub, actor, name, true)],
  ['remove-administrator', (hub, actor, name) => setAdministrator(hub, actor, name, false)],
] as const)

/** What administrators' pages show and do, and what owners see of their storage. */
export function adminActions(hub: Hub, actor: Actor) {
  return {
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async storageOwners(search: string, page: number) {
      const { owners, hasMore } = await listStorageOwners(hub, actor, { search, limit: ownersPerPage, skip: page * ownersPerPage })
      return { owners: owners.map(toStorageView), hasMore }
    },
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async upkeep(): Promise<UpkeepView> {
      requireHubAdmin(actor)
      const [last] = await listBackupRuns(hub, { kind: 'backup', limit: 1 })
      const [good] = await listBackupRuns(hub, { kind: 'backup', state: 'done', limit: 1 })
      const [rehearsal] = await listBackupRuns(hub, { kind: 'rehearsal', limit: 1 })
      const round = await readVerification(hub)
      const { damages, total } = await listDamages(hub, shownDamages)
      const { backups, verifyRoundMs } = hub.config
      const stored = await encryptionState(hub.db.read, keyringOf(hub))
      return {
        secrets: {
          keyId: keyringOf(hub).currentId,
          others: [stored.plain, ...stored.older.values(), ...stored.unreadable.values()].reduce((sum, count) => sum + count, 0),
        },
        schedule: backups && { place: backups.place, everyHours: backups.everyMs / 3_600_000, keep: backups.keep },
        lastBackup: last === undefined ? null : toBackupView(last),
        goodBackup: good === undefined || good.id === last?.id ? null : toBackupView(good),
        lastRehearsal: rehearsal === undefined ? null : toBackupView(rehearsal),
        verification: {
          days: verifyRoundMs / 86_400_000,
          round: round && {
            startedAt: round.startedAt.toISOString(),
            share: round.share,
            endedAt: round.endedAt?.toISOString() ?? null,
            bytes: round.bytes,
          },
        },
        damages: damages.map(({ where, what, affects = [], foundAt, checkedAt }) => ({
          where,
          what,
          affects,
          foundAt: foundAt.toISOString(),
          checkedAt: checkedAt.toISOString(),
        })),
        total,
      }
    },
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async people({ search, only, page }: { search: string; only: string; page: number }) {
      const { people, hasMore } = await listPeople(hub, actor, {
        search,
        ...(only === 'administrators' || only === 'suspended' ? { only } : {}),
        limit: peoplePerPage,
        skip: page * peoplePerPage,
      })
      return {
        hasMore,
        people: people.map(
          ({
            name,
            fullname,
            email,
            isAdmin,
            isSuspended,
            createdAt,
            lastSeenAt,
            hasSecondFactor,
            sessions,
            tokens,
            applications,
            repos,
            id,
          }) => ({
            name,
            fullname,
            email,
            isAdmin,
            isSuspended,
            isSelf: actor.kind === 'user' && actor.userId === id,
            createdAt: createdAt.toISOString(),
            lastSeenAt: lastSeenAt?.toISOString() ?? null,
            hasSecondFactor,
            sessions,
            tokens,
            applications,
            repos,
          }),
        ),
      }
    },
    /** @throws {HubError} `body.invalid` for an unknown intent, and those of the change itself */
    async changePerson(name: string, intent: string): Promise<void> {
      const change = personChanges.get(intent)
      if (change === undefined) throw new HubError('body.invalid', { message: 'There is no such action', field: 'intent' })
      await change(hub, actor, name)
    },
    /** @returns the code of a link by which somebody sets a new password */
    async createPasswordReset(name: string): Promise<string> {
      return (await createPasswordReset(hub, actor, name)).code
    },
    setQuota: async (name: string, limitBytes: number | null | 'default') => toStorageView(await setQuota(hub, actor, name, limitBytes)),
    /** `null` for those who are not members of the account. */
    async storage(name: string): Promise<StorageView | null> {
      const account = await requireAccount(hub, name)
      return maySeeStorage(actor, account.id) ? toStorageView(await storageOf(hub, account)) : null
    },
    /** @throws {HubError} `auth.required`, `auth.forbidden` */
    async garbageCollection(asked: { kind: string; key: string; why: string }) {
      requireHubAdmin(actor)
      const kind = kindNames.find((each) => each === asked.kind)
      const marks = await listMarks(hub, {
        ...(kind === undefined ? {} : { kind }),
        ...(asked.key === '' ? {} : { key: asked.key }),
        limit: shownMarks + 1,
      })
      return {
        kinds: kindNames,
        everyHours: hub.config.gcEveryMs / 3_600_000,
        runs: (await listRuns(hub, shownRuns)).map((run) => toRunView(hub, run)),
        marks: marks.slice(0, shownMarks).map(({ markedAt, dueAt, repoId: _repoId, ...rest }) => ({
          ...rest,
          markedAt: markedAt.toISOString(),
          dueAt: dueAt.toISOString(),
        })),
        hasMoreMarks: marks.length > shownMarks,
        why: asked.why === '' ? null : await keptBecause(hub, asked.why),
      }
    },
    /**
     * Starts a garbage collection or a dry run. Waits briefly; the run continues by itself, and its record shows the outcome.
     * @param waitMs how long to wait for its end
     */
    async collect(dry: boolean, waitMs = timeoutMs): Promise<CollectAnswer> {
      const user = requireHubAdmin(actor)
      const run = collectGarbage(hub, { dry, askedBy: user.name }).then(
        (report) => (report === null ? 'refused' : 'done'),
        (error: unknown) => {
          hub.log.error('a run of garbage collection failed', { error: String(error) })
          return 'failed' as const
        },
      )
      const patience = Promise.withResolvers<'running'>()
      const timer = setTimeout(() => patience.resolve('running'), waitMs)
      const state = await Promise.race([run, patience.promise]).finally(() => clearTimeout(timer))
      if (state !== 'refused') return { state }
      const [latest] = await listRuns(hub, 1)
      return { state, by: latest?.state === 'running' ? toRunView(hub, latest) : null }
    },
    /** Keeps something that is marked, or releases it. @returns the number of marks affected */
    async keepMark(key: string, kept: boolean): Promise<number> {
      const user = requireHubAdmin(actor)
      const count = await keepMarks(hub, [key], kept)
      if (count > 0) await note(hub, user.name, { change: kept ? 'kept' : 'released', key })
      return count
    },
    /** Restores a deleted repo as private. @param as a different name; empty for its own */
    async restoreRepo(uid: string, as: string) {
      const user = requireHubAdmin(actor)
      return toRepoCard(await restoreRepo(hub, user.name, uid, as === '' ? undefined : as))
    },
  }
}

function note(hub: Hub, actorName: string, payload: Record<string, unknown>): Promise<void> {
  return hub.db.write((tx) => recordEvent(tx, hub, { topic: 'gc.changed', actor: actorName, payload }))
}
