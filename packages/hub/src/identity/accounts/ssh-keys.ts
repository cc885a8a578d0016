import { HubError, limits } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { type Actor, requireUnlimited, requireUser, requireWriter, type UserActor } from '../../foundation/actor/index.ts'
import type { SshKeyTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { lockAccount } from './orgs.ts'
import { requireRecentProof } from './recent-proof.ts'
import { parseSshPublicKey } from './ssh-public-key.ts'

/** A public key with which its owner will sign in to git over SSH. Whatever accepts it also checks that the account is not suspended. */
export interface SshKey {
  readonly uid: string
  readonly title: string
  readonly type: string
  /** Type and key, without the comment. */
  readonly publicKey: string
  readonly fingerprint: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** The caller's keys, newest first. @throws {HubError} `auth.required`, `auth.missing_permission` */
export async function listSshKeys(hub: Hub, actor: Actor): Promise<SshKey[]> {
  const rows = await hub.db.read
    .selectFrom('ssh_key')
    .selectAll()
    .where('user_id', '=', requireUnlimited(actor).userId)
    .orderBy('id', 'desc')
    .limit(limits.sshKeysPerAccount)
    .execute()
  return rows.map(toKey)
}

/**
 * Registers a public key for the caller. Not with a token: a stolen one could outlive its revocation that way.
 * @param input.title default: the comment of the key
 * @throws {HubError} `auth.forbidden`, `ssh_key.invalid`, `ssh_key.taken`, also for somebody else's, `ssh_key.too_many`, `body.invalid`
 */
export async function addSshKey(hub: Hub, actor: Actor, input: { title: string; key: string }): Promise<SshKey> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'ssh_key.add')
  const { type, key, fingerprint, comment } = parseSshPublicKey(input.key)
  const title = input.title.trim() || comment.slice(0, limits.sshKeyTitle).trim() || fingerprint
  if (title.length > limits.sshKeyTitle || /\p{C}/u.test(title))
    throw new HubError('body.invalid', { message: `The title of a key must have 1 to ${limits.sshKeyTitle} characters`, field: 'title' })
  const row = await hub.db.write(async (tx) => {
    // Of two keys added at once, the second sees the first.
    await lockAccount(tx, user.userId)
    const { n } = await tx
      .selectFrom('ssh_key')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    if (Number(n) >= limits.sshKeysPerAccount) throw new HubError('ssh_key.too_many', { limit: limits.sshKeysPerAccount })
    const added = await tx
      .insertInto('ssh_key')
      .values({ uid: hub.newId(), user_id: user.userId, title, type, key, fingerprint, created: hub.now().getTime(), last_used: null })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!added) throw new HubError('ssh_key.taken', { field: 'key' })
    await recordEvent(tx, hub, { topic: 'ssh_key.added', actor: user.name, payload: { fingerprint, title, userId: user.userId } })
    await tellAccount(tx, hub, user.userId, { kind: 'ssh-key-added', name: title, fingerprint })
    return added
  })
  return toKey(row)
}

/** @throws {HubError} `ssh_key.not_found`, also for somebody else's */
export async function removeSshKey(hub: Hub, actor: Actor, uid: string): Promise<void> {
  const user = requireWriter(actor)
  await hub.db.write(async (tx) => {
    const row = await tx
      .deleteFrom('ssh_key')
      .where('uid', '=', uid)
      .where('user_id', '=', user.userId)
      .returning(['fingerprint', 'title'])
      .executeTakeFirst()
    if (!row) throw new HubError('ssh_key.not_found')
    await recordEvent(tx, hub, { topic: 'ssh_key.removed', actor: user.name, payload: { ...row, userId: user.userId } })
  })
}

function requireBrowser(actor: Actor): UserActor {
  requireUser(actor)
  const user = requireWriter(actor)
  if (user.token !== null || user.isRobot === true)
    throw new HubError('auth.forbidden', { message: 'You can add SSH keys only in a signed-in browser, not with a token' })
  return user
}

function toKey(row: Selectable<SshKeyTable>): SshKey {
  return {
    uid: row.uid,
    title: row.title,
    type: row.type,
    publicKey: `${row.type} ${row.key}`,
    fingerprint: row.fingerprint,
    createdAt: new Date(row.created),
    lastUsedAt: row.last_used === null ? null : new Date(row.last_used),
  }
}
