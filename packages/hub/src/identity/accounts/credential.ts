import type { Actor, Credential, UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import type { AccountUid } from '../../uid.ts'
import { actorOfTokenHash } from './access-tokens.ts'
import { loadActorByUid } from './load-actor.ts'
import { lacksSecondFactor } from './recent-proof.ts'
import { actorOfAppSession } from './oauth-actor.ts'

/** Whom something was signed for, and with what they had signed in: goes into the claims of links and short-lived tokens. `null` for anonymous readers. */
export type Holder = readonly [user: AccountUid, credential: Credential | null] | null

/** What {@link loadHolder} needs to find the actor again. */
export function holderOf(actor: Actor): Holder {
  return actor.kind === 'user' ? [actor.uid, actor.credential ?? null] : null
}

/**
 * The user that something was signed for, as of now and with the rights of the credential it was asked for with. `null` when the account is gone or
 * suspended, or when that credential has ended: a link must not outlive the token or session that it came from.
 */
export async function loadHolder(hub: Hub, [user, credential]: NonNullable<Holder>): Promise<UserActor | null> {
  const actor = credential === null ? await loadActorByUid(hub.db.read, user) : await actorOf(hub, credential)
  return actor?.uid === user ? actor : null
}

async function actorOf(hub: Hub, credential: Credential): Promise<UserActor | null> {
  const at = credential.indexOf(':')
  const id = credential.slice(at + 1)
  switch (credential.slice(0, at)) {
    case 'session':
      return actorOfSession(hub, Buffer.from(id, 'base64url'))
    case 'token':
      return actorOfTokenHash(hub, Buffer.from(id, 'base64url'))
    case 'app':
      return actorOfAppSession(hub, id)
    default:
      return null
  }
}

async function actorOfSession(hub: Hub, hash: Buffer): Promise<UserActor | null> {
  const row = await hub.db.read
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.user_id')
    .select(['account.uid', 'session.way'])
    .where('session.token_hash', '=', hash)
    .where('session.expires', '>', hub.now().getTime())
    .executeTakeFirst()
  const actor = row ? await loadActorByUid(hub.db.read, row.uid as AccountUid) : null
  return row && actor && !(await lacksSecondFactor(hub, actor, row.way)) ? actor : null
}
