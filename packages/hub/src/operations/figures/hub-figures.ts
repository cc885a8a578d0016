import type { Hub } from '../../hub.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'
import { listBackupRuns, listDamages, readVerification } from '../backup/index.ts'
import { listRuns } from '../garbage-collection/index.ts'

/** What a hub holds, for monitoring. */
export interface HubFigures {
  /** By type. */
  readonly repos: Readonly<Record<string, number>>
  /** By kind: `user`, `robot`, `org`. */
  readonly accounts: Readonly<Record<string, number>>
  readonly largeBytes: number
  readonly gitBytes: number
  readonly pendingDeliveries: number
  /** The last garbage collection that ended. Milliseconds since 1970, bytes. */
  readonly gc: { readonly endedAt: number; readonly freedBytes: number } | null
  /** The last successful backup, to any place: when its tables were read, and its size. Milliseconds since 1970, bytes. */
  readonly backup: { readonly startedAt: number; readonly bytes: number } | null
  /** Whether the last backup that ended failed. */
  readonly hasBackupFailed: boolean
  /** When a restore was last rehearsed successfully. Milliseconds since 1970. */
  readonly rehearsedAt: number | null
  /** Damages that scheduled verification has found and that are still there. */
  readonly damages: number
  /** How much of its round is done (0 to 1), and when the last complete one ended. Milliseconds since 1970. */
  readonly verification: { readonly share: number; readonly endedAt: number | null } | null
}

/** Counts the tables: some tens of milliseconds on a large hub, so not for every request. */
export async function readHubFigures(hub: Hub): Promise<HubFigures> {
  const { read } = hub.db
  const repos = await read
    .selectFrom('repo')
    .select((eb) => ['kind', eb.fn.countAll<number | string>().as('n')])
    .where('vis', '<', visibility.deleted)
    .groupBy('kind')
    .execute()
  const accounts = await read
    .selectFrom('account')
    .select((eb) => ['kind', 'is_robot', eb.fn.countAll<number | string>().as('n')])
    .where('disabled', '=', 0)
    .groupBy(['kind', 'is_robot'])
    .execute()
  const usage = await read
    .selectFrom('repo_usage')
    .select((eb) => [
      eb.fn.sum<number | string | null>('large_bytes').as('large'),
      eb.fn.sum<number | string | null>('git_bytes').as('git'),
    ])
    .executeTakeFirstOrThrow()
  const pending = await read
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('finished', 'is', null)
    .executeTakeFirstOrThrow()
  const [backup] = await listBackupRuns(hub, { kind: 'backup', state: 'done', limit: 1 })
  const [rehearsal] = await listBackupRuns(hub, { kind: 'rehearsal', state: 'done', limit: 1 })
  const ended = (await listBackupRuns(hub, { kind: 'backup' })).find(({ state }) => state === 'done' || state === 'failed')
  const verification = await readVerification(hub)
  const last = (await listRuns(hub, 10)).find(({ isDry, endedAt }) => !isDry && endedAt !== null)
  return {
    repos: { model: 0, dataset: 0, space: 0, ...Object.fromEntries(repos.map(({ kind, n }) => [typeOf(kind), Number(n)])) },
    accounts: {
      user: 0,
      robot: 0,
      org: 0,
      ...Object.fromEntries(accounts.map(({ kind, is_robot, n }) => [is_robot === 1 ? 'robot' : kind, Number(n)])),
    },
    largeBytes: Number(usage.large ?? 0),
    gitBytes: Number(usage.git ?? 0),
    pendingDeliveries: Number(pending.n),
    gc: last?.endedAt
      ? {
          endedAt: last.endedAt.getTime(),
          freedBytes: Object.values(last.report ?? {}).reduce((sum, { freed }) => sum + freed.bytes, 0),
        }
      : null,
    backup: backup === undefined ? null : { startedAt: backup.startedAt.getTime(), bytes: backup.figures?.bytes ?? 0 },
    hasBackupFailed: ended?.state === 'failed',
    rehearsedAt: rehearsal?.endedAt?.getTime() ?? null,
    damages: (await listDamages(hub, 0)).total,
    verification: verification && { share: verification.share, endedAt: verification.endedAt?.getTime() ?? null },
  }
}
