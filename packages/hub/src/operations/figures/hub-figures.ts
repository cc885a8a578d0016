import type { Hub } from '../../hub.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'
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
  }
}
