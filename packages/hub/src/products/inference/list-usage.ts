import { HubError } from '@portolan/contract'
import { type Actor, requireUnlimited } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { nobody } from './caller.ts'
import { dayMs, flushUsage, today } from './usage.ts'

const listedDays = 31
const maxRows = 10_000

/** One day's usage of one model by one payer. */
export interface UsageRow {
  /** `2026-01-31`, UTC. */
  readonly date: string
  /** `null` for callers without an account. */
  readonly user: string | null
  readonly billTo: string | null
  readonly model: string
  readonly upstream: string
  readonly requests: number
  readonly failed: number
  readonly promptTokens: number
  readonly completionTokens: number
}

/**
 * Usage of the last 31 days, newest first: the caller's own; an organization's, for its administrators; everyone's, for the hub's administrators.
 * @throws {HubError} `auth.required`, `auth.forbidden`
 */
export async function listUsage(hub: Hub, actor: Actor, of: { org?: string | null; everybody?: boolean } = {}): Promise<UsageRow[]> {
  const user = requireUnlimited(actor)
  if (of.everybody === true) {
    if (!user.isAdmin) throw new HubError('auth.forbidden', { message: 'Only administrators of the hub can see the usage of everyone' })
    return readUsage(hub, null)
  }
  if (of.org === undefined || of.org === null) return readUsage(hub, { userId: user.userId })
  const org = user.orgs.find(({ name }) => name.toLowerCase() === of.org?.toLowerCase())
  if (org?.role !== 'admin') throw new HubError('auth.forbidden', { message: 'Only administrators of the organization can see its usage' })
  return readUsage(hub, { orgId: org.orgId })
}

/** For the command line; see {@link listUsage}. */
export async function readUsage(hub: Hub, of: { userId?: number; orgId?: number } | null): Promise<UsageRow[]> {
  await flushUsage(hub)
  const rows = await hub.db.read
    .selectFrom('inference_usage as u')
    .leftJoin('account as a', 'a.id', 'u.user_id')
    .leftJoin('account as o', 'o.id', 'u.org_id')
    .select([
      'u.day',
      'u.model',
      'u.upstream',
      'u.requests',
      'u.failed',
      'u.prompt_tokens',
      'u.completion_tokens',
      'a.name as user',
      'o.name as org',
    ])
    .where('u.day', '>', today(hub) - listedDays)
    .$if(of?.userId !== undefined, (query) => query.where('u.user_id', '=', of?.userId ?? nobody))
    .$if(of?.orgId !== undefined, (query) => query.where('u.org_id', '=', of?.orgId ?? nobody))
    .orderBy('u.day', 'desc')
    .orderBy('u.model')
    .orderBy('u.upstream')
    .orderBy('u.user_id')
    .limit(maxRows)
    .execute()
  return rows.map((row) => ({
    date: new Date(Number(row.day) * dayMs).toISOString().slice(0, 10),
    user: row.user,
    billTo: row.org,
    model: row.model,
    upstream: row.upstream,
    requests: Number(row.requests),
    failed: Number(row.failed),
    promptTokens: Number(row.prompt_tokens),
    completionTokens: Number(row.completion_tokens),
  }))
}
