import type { RepoType } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { WebhookTable } from '../../foundation/db/schema.ts'

export const watchedTypes = ['model', 'dataset', 'space', 'user', 'org'] as const
export const webhookDomains = ['repo', 'discussion'] as const
export type WebhookDomain = (typeof webhookDomains)[number]

/** What a webhook watches: one repo, or all repos of an account. */
export interface Watched {
  readonly type: (typeof watchedTypes)[number]
  /** `owner/name`, or the name of an account. */
  readonly name: string
}

export interface Webhook {
  readonly id: number
  readonly uid: string
  readonly userId: number
  readonly url: string
  /** The secret itself is told only to who sets it. */
  readonly hasSecret: boolean
  readonly watched: readonly Watched[]
  readonly domains: readonly WebhookDomain[]
  readonly isDisabled: boolean
  /** Why the hub switched it off; `null` when its owner did, or when it is on. */
  readonly disabledReason: DisabledReason | null
  /** Consecutive deliveries that were given up. */
  readonly failures: number
  /** What the credential that made it could read, from `storedRights`; `null` for everything that its owner may read. */
  readonly rights: string | null
  readonly createdAt: Date
}

const disabledReasons = ['failures', 'backlog'] as const
/** `failures`: too many messages in a row were given up; `backlog`: too many wait. */
export type DisabledReason = (typeof disabledReasons)[number]

const watchedSchema = z.array(z.object({ type: z.enum(watchedTypes), name: z.string() }))
const domainsSchema = z.array(z.enum(webhookDomains))

export function toWebhook(row: Selectable<WebhookTable>): Webhook {
  return {
    id: row.id,
    uid: row.uid,
    userId: row.user_id,
    url: row.url,
    hasSecret: row.secret !== null,
    watched: watchedSchema.parse(JSON.parse(row.watched)),
    domains: domainsSchema.parse(JSON.parse(row.domains)),
    isDisabled: row.disabled === 1,
    disabledReason: row.disabled === 1 ? (disabledReasons.find((reason) => reason === row.disabled_reason) ?? null) : null,
    failures: row.failures,
    rights: row.rights,
    createdAt: new Date(row.created),
  }
}

/** Whether the webhook watches this repo. */
export function watches(hook: Webhook, repo: { readonly type: RepoType; readonly fullName: string }): boolean {
  const fullName = repo.fullName.toLowerCase()
  const owner = fullName.split('/')[0]
  return hook.watched.some(({ type, name }) =>
    type === 'user' || type === 'org' ? name.toLowerCase() === owner : type === repo.type && name.toLowerCase() === fullName,
  )
}
