import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { AccountKey, AccountUid } from '../../uid.ts'
import { type InferenceCaller, nobody } from './caller.ts'
import { inferenceState } from './inference-state.ts'

export const dayMs = 24 * 3600 * 1000
/** How often the totals of other server processes are read. */
const freshMs = 10_000

/** Usage of one call. */
export interface CallUsage {
  /** `owner/name`. */
  readonly model: string
  readonly upstream: string
  readonly promptTokens: number
  readonly completionTokens: number
  readonly failed: boolean
}

interface Pending {
  readonly day: number
  readonly user: AccountUid | null
  readonly org: AccountUid | null
  readonly model: string
  readonly upstream: string
  requests: number
  promptTokens: number
  completionTokens: number
  failed: number
}

interface Sum {
  day: number
  /** When the tables were read. */
  readAt: number
  requests: number
  tokens: number
}

interface UsageState {
  pending: Map<string, Pending>
  /** By account: totals from the tables plus this process's pending ones. */
  readonly sums: Map<AccountUid | null, Sum>
  readonly readings: Map<AccountUid | null, Promise<Sum>>
}

const usageState = hubState('inference-usage', (): UsageState => ({ pending: new Map(), sums: new Map(), readings: new Map() }))

/**
 * Counts a call against the account's quota for today, before it is made. Call {@link countUsage} when it is over.
 * @throws {HubError} `inference.quota_exceeded` with `retryAfter`, the seconds until the end of the day
 */
export async function beginRouteCall(hub: Hub, caller: InferenceCaller): Promise<void> {
  const { requestsPerDay, tokensPerDay } = inferenceState(hub).rules
  if (requestsPerDay === null && tokensPerDay === null) return
  const sum = await sumOf(hub, caller.account)
  const over = (what: string) => {
    const now = hub.now().getTime()
    const retryAfter = Math.ceil(((today(hub) + 1) * dayMs - now) / 1000)
    return new HubError('inference.quota_exceeded', {
      message: `The daily quota of ${what} is used up; it resets at 00:00 UTC`,
      retryAfter,
    })
  }
  if (requestsPerDay !== null && sum.requests >= requestsPerDay) throw over(`${requestsPerDay} requests`)
  if (tokensPerDay !== null && sum.tokens >= tokensPerDay) throw over(`${tokensPerDay} tokens`)
  sum.requests++
}

/** Records a call's usage in memory; written by {@link flushUsage}. */
export function countUsage(hub: Hub, caller: InferenceCaller, usage: CallUsage): void {
  const state = usageState(hub)
  const user = caller.actor.kind === 'user' ? caller.actor.uid : null
  const org = caller.org?.uid ?? null
  const day = today(hub)
  const key = `${day}\n${user}\n${org}\n${usage.model}\n${usage.upstream}`
  const row = state.pending.get(key) ?? {
    day,
    user,
    org,
    model: usage.model,
    upstream: usage.upstream,
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    failed: 0,
  }
  row.requests++
  row.promptTokens += usage.promptTokens
  row.completionTokens += usage.completionTokens
  if (usage.failed) row.failed++
  state.pending.set(key, row)
  const sum = state.sums.get(caller.account?.uid ?? null)
  if (sum?.day === day) sum.tokens += usage.promptTokens + usage.completionTokens
}

/** Writes the recorded usage. @returns the number of rows written */
export async function flushUsage(hub: Hub): Promise<number> {
  const state = usageState(hub)
  if (state.pending.size === 0) return 0
  const rows = state.pending
  state.pending = new Map()
  try {
    await hub.db.write(async (tx) => {
      const ids = await accountIds(tx, rows.values())
      for (const [, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const [userId, orgId] = [ids.get(row.user), ids.get(row.org)]
        // Deleted accounts have no usage, and an account that has since got the same id must not be charged theirs.
        if (userId === undefined || orgId === undefined) continue
        await tx
          .insertInto('inference_usage')
          .values({
            day: row.day,
            user_id: userId,
            org_id: orgId,
            model: row.model,
            upstream: row.upstream,
            requests: row.requests,
            prompt_tokens: row.promptTokens,
            completion_tokens: row.completionTokens,
            failed: row.failed,
          })
          .onConflict((conflict) =>
            conflict.columns(['day', 'user_id', 'org_id', 'model', 'upstream']).doUpdateSet({
              requests: sql`inference_usage.requests + ${row.requests}`,
              prompt_tokens: sql`inference_usage.prompt_tokens + ${row.promptTokens}`,
              completion_tokens: sql`inference_usage.completion_tokens + ${row.completionTokens}`,
              failed: sql`inference_usage.failed + ${row.failed}`,
            }),
          )
          .execute()
      }
    })
  } catch (error) {
    for (const [key, row] of rows) {
      const newer = state.pending.get(key)
      if (newer === undefined) state.pending.set(key, row)
      else
        state.pending.set(key, {
          ...newer,
          requests: newer.requests + row.requests,
          promptTokens: newer.promptTokens + row.promptTokens,
          completionTokens: newer.completionTokens + row.completionTokens,
          failed: newer.failed + row.failed,
        })
    }
    throw error
  }
  return rows.size
}

/** The rows of accounts by uid, without deleted ones; `null` stands for {@link nobody}. */
async function accountIds(tx: Tx, rows: Iterable<Pending>): Promise<ReadonlyMap<string | null, number>> {
  const uids = [...new Set([...rows].flatMap(({ user, org }) => [user, org]))].filter((uid) => uid !== null)
  const found = new Map<string | null, number>([[null, nobody]])
  for (let at = 0; at < uids.length; at += 500) {
    const some = uids.slice(at, at + 500)
    for (const { id, uid } of await tx.selectFrom('account').select(['id', 'uid']).where('uid', 'in', some).execute()) found.set(uid, id)
  }
  return found
}

/** An account's usage today. Concurrent callers share one read: each takes its share from the same total. */
function sumOf(hub: Hub, account: AccountKey | null): Promise<Sum> {
  const { sums, readings } = usageState(hub)
  const uid = account?.uid ?? null
  const known = sums.get(uid)
  if (known?.day === today(hub) && hub.now().getTime() - known.readAt < freshMs) return Promise.resolve(known)
  let reading = readings.get(uid)
  if (!reading) {
    reading = readSum(hub, account).finally(() => readings.delete(uid))
    readings.set(uid, reading)
  }
  return reading
}

async function readSum(hub: Hub, account: AccountKey | null): Promise<Sum> {
  const { sums, pending } = usageState(hub)
  const day = today(hub)
  const readAt = hub.now().getTime()
  const uid = account?.uid ?? null
  const accountId = account?.id ?? nobody
  const known = sums.get(uid)
  const row = await hub.db.read
    .selectFrom('inference_usage')
    .select((eb) => [
      eb.fn.sum<number>('requests').as('requests'),
      eb.fn.sum<number>('prompt_tokens').as('prompt'),
      eb.fn.sum<number>('completion_tokens').as('completion'),
    ])
    .where('day', '=', day)
    .where((eb) =>
      account === null
        ? eb.and([eb('user_id', '=', nobody), eb('org_id', '=', nobody)])
        : eb.or([eb('org_id', '=', accountId), eb.and([eb('user_id', '=', accountId), eb('org_id', '=', nobody)])]),
    )
    .executeTakeFirst()
  let requests = Number(row?.requests ?? 0)
  let tokens = Number(row?.prompt ?? 0) + Number(row?.completion ?? 0)
  for (const each of pending.values()) {
    if (each.day !== day || (each.org ?? each.user) !== uid) continue
    requests += each.requests
    tokens += each.promptTokens + each.completionTokens
  }
  // Calls in flight, and counts being written, are only in the previous total. A day's totals never shrink.
  const before = known?.day === day ? known : { requests: 0, tokens: 0 }
  const sum = { day, readAt, requests: Math.max(requests, before.requests), tokens: Math.max(tokens, before.tokens) }
  if (sums.size > 50_000) sums.clear()
  sums.set(uid, sum)
  return sum
}

/** Days since 1970, UTC. */
export function today(hub: Hub): number {
  return Math.floor(hub.now().getTime() / dayMs)
}
