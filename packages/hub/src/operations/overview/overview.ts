import { type Actor, requireHubAdmin } from '../../foundation/actor/index.ts'
import type { JobStatus } from '../../foundation/schedule/index.ts'
import { diskState } from '../../foundation/blobs/index.ts'
import type { Hub } from '../../hub.ts'
import { type AccountDeletion, listDeletions } from '../account-deletion/index.ts'
import { type BackupRun, listBackupRuns } from '../backup/index.ts'
import { type HubFigures, readHubFigures } from '../figures/index.ts'
import { clockState } from '../garbage-collection/index.ts'
import { serverReport } from '../server-report/index.ts'

const listed = 50

/** The state of the hub at a glance. */
interface HubOverview {
  /** Of the server that answers; `null` where none runs. */
  readonly server: {
    readonly version: string
    readonly startedAt: Date
    readonly health: { readonly status: string; readonly checks: Readonly<Record<string, string>> }
  } | null
  readonly figures: HubFigures
  readonly lastBackup: BackupRun | null
  readonly suspended: number
  /** What somebody should look at, as sentences. */
  readonly warnings: readonly string[]
}

/** Messages that wait for one receiver. */
interface WaitingWebhook {
  readonly owner: string
  /** Scheme and host of the receiver: what follows may contain a secret. */
  readonly receiver: string
  readonly waiting: number
  readonly oldestAt: Date
  readonly failures: number
}

/** What runs in the background. */
interface HubWork {
  /** Of the server that answers. */
  readonly jobs: readonly JobStatus[]
  /** The longest queues first. */
  readonly webhooks: readonly WaitingWebhook[]
  readonly deletions: readonly AccountDeletion[]
}

/** @throws {HubError} `auth.required`, `auth.forbidden` for anybody but administrators of the hub */
export async function readOverview(hub: Hub, actor: Actor): Promise<HubOverview> {
  requireHubAdmin(actor)
  const report = serverReport(hub, actor)
  const figures = await readHubFigures(hub)
  const [lastBackup = null] = await listBackupRuns(hub, { kind: 'backup', limit: 1 })
  const { n } = await hub.db.read
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('kind', '=', 'user')
    .where('is_robot', '=', 0)
    .where('disabled', '=', 1)
    .where('name', 'not like', '~%')
    .executeTakeFirstOrThrow()
  const server = report && { version: report.version, startedAt: report.startedAt, health: await report.health() }
  return { server, figures, lastBackup, suspended: Number(n), warnings: await warningsOf(hub, actor, figures, server) }
}

/** @throws {HubError} as {@link readOverview} */
export async function readWork(hub: Hub, actor: Actor): Promise<HubWork> {
  requireHubAdmin(actor)
  const rows = await hub.db.read
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .innerJoin('account', 'account.id', 'webhook.user_id')
    .select((eb) => [
      'webhook.id',
      'webhook.url',
      'webhook.failures',
      'account.name',
      eb.fn.countAll<number | string>().as('waiting'),
      eb.fn.min('webhook_delivery.created').as('oldest'),
    ])
    .where('webhook_delivery.state', '=', 'waiting')
    .groupBy(['webhook.id', 'webhook.url', 'webhook.failures', 'account.name'])
    .orderBy('waiting', 'desc')
    .limit(listed)
    .execute()
  return {
    jobs: serverReport(hub, actor)?.jobs() ?? [],
    webhooks: rows.map(({ url, name, failures, waiting, oldest }) => {
      return { owner: name, receiver: originOf(url), waiting: Number(waiting), oldestAt: new Date(Number(oldest)), failures }
    }),
    deletions: await listDeletions(hub, actor, listed),
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an invalid address'
}

async function warningsOf(hub: Hub, actor: Actor, figures: HubFigures, server: HubOverview['server']): Promise<string[]> {
  const failing = (await readWork(hub, actor)).jobs.filter(({ error }) => error !== null)
  const stuck = (await listDeletions(hub, actor, listed)).filter(({ error }) => error !== null)
  const checks = Object.entries(server?.health.checks ?? {}).filter(([, state]) => state !== 'ok' && state !== 'low')
  return [
    ...(await machineWarnings(hub)),
    ...checks.map(([name, state]) => `The check of ${name} says: ${state}.`),
    ...(hub.config.backups === null && figures.backup === null ? ['There is no backup, and none is scheduled.'] : []),
    ...(figures.hasBackupFailed ? ['The last backup failed.'] : []),
    ...(figures.damages > 0 ? [`Verification has found damage: ${figures.damages}.`] : []),
    ...failing.map(({ name, error }) => `The job “${name}” failed: ${error}`),
    ...stuck.map(({ name, error }) => `The deletion of ${name} has stopped: ${error}`),
  ]
}

/** What is wrong with the machine, and what the hub does not do for that reason. */
async function machineWarnings(hub: Hub): Promise<string[]> {
  const disk = await diskState(hub).catch(() => null)
  const { hold } = await clockState(hub)
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`
  return [
    ...(disk?.isLow === true
      ? [
          `The disk is almost full: ${megabytes(disk.freeBytes)} are free, ${megabytes(disk.reserveBytes)} are reserved for the database. Uploads, pushes and commits are refused.`,
        ]
      : []),
    ...(hold === null
      ? []
      : [
          `The clock is not reliable: ${hold.reason}. Nothing is freed until ${hold.until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
        ]),
  ]
}
