import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { requireBrowser } from './require-browser.ts'

/** What people should recognize as their own doing, by its topic in the audit log. */
const ownTopics = [
  'session.started',
  'second_factor.added',
  'second_factor.removed',
  'recovery_codes.created',
  'recovery_code.used',
  'account.password_changed',
  'token.created',
  'ssh_key.added',
  'identity.linked',
  'identity.unlinked',
] as const
/** What administrators do to somebody's account. Rare. */
const othersTopics = ['second_factor.reset', 'account.reset_created'] as const
const shown = 20

/** One line of what happened to an account. */
export interface SignInActivity {
  readonly at: Date
  readonly topic: string
  /** Network address; `null` when it was done on the command line. */
  readonly address: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** What happened lately to how the caller signs in, newest first: what they did, and what administrators did to their account. */
export async function listSignInActivity(hub: Hub, actor: Actor): Promise<SignInActivity[]> {
  const user = requireBrowser(actor)
  const latest = hub.db.read.selectFrom('audit').select(['id', 'at', 'topic', 'address', 'payload']).orderBy('id', 'desc').limit(shown)
  const own = await latest.where('topic', 'in', ownTopics).where('actor_uid', '=', user.uid).execute()
  const others = await latest
    .where('topic', 'in', othersTopics)
    // `recordAudit` writes it for every event with a `userId`.
    .where('payload', 'like', `%"userUid":"${user.uid}"%`)
    .execute()
  const rows = [...own, ...others].toSorted((a, b) => b.id - a.id).slice(0, shown)
  return rows.map(({ at, topic, address, payload }) => ({
    at: new Date(at),
    topic,
    address,
    details: JSON.parse(payload) as Record<string, unknown>,
  }))
}
