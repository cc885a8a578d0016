import type { OrgRole } from '@portolan/contract'
import type { Reader } from '../../foundation/db/db.ts'
import type { AccountUid } from '../../uid.ts'
import type { ActorToken, UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { emailStates } from './account.ts'

/** Loads the actor for a user, with memberships; `null` when the account is gone or disabled. */
export async function loadActor(db: Reader, userId: number, token: ActorToken | null): Promise<UserActor | null> {
  const user = await db
    .selectFrom('account')
    .select(['id', 'uid', 'name', 'is_admin', 'disabled', 'kind', 'is_robot'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || user.disabled === 1 || user.kind !== 'user') return null
  const orgs = await db
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.org_id')
    .select(['account.id as orgId', 'account.uid', 'account.name as name', 'org_member.role as role'])
    .where('org_member.user_id', '=', userId)
    .orderBy('account.name')
    .execute()
  return {
    kind: 'user',
    userId: user.id,
    uid: user.uid as AccountUid,
    name: user.name,
    isAdmin: user.is_admin === 1,
    isRobot: user.is_robot === 1,
    grantedRepoIds: await grantedRepoIds(db, userId),
    orgs: orgs.map(({ orgId, uid, name, role }) => ({ orgId, uid: uid as AccountUid, name, role: role as OrgRole })),
    token,
  }
}

/** Like {@link loadActor}, for a caller with a credential: marks people who have to confirm their email address first. */
export async function loadCaller(hub: Hub, userId: number, token: ActorToken | null): Promise<UserActor | null> {
  const user = await loadActor(hub.db.read, userId, token)
  if (user === null || !hub.config.requireConfirmedEmail || user.isRobot === true) return user
  const { email_state: state } = await hub.db.read
    .selectFrom('account')
    .select('email_state')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return state === emailStates.confirmed ? user : { ...user, mustConfirmEmail: true }
}

/** Like {@link loadActor}, by uid, for signed or issued credentials. Without a token. */
export async function loadActorByUid(db: Reader, uid: AccountUid): Promise<UserActor | null> {
  const row = await db.selectFrom('account').select('id').where('uid', '=', uid).executeTakeFirst()
  return row ? loadActor(db, row.id, null) : null
}

/** Access granted to the user and to their organizations; a user rejected individually gets none through a group. */
async function grantedRepoIds(db: Reader, userId: number): Promise<ReadonlySet<number>> {
  const own = await db.selectFrom('access_request').select(['repo_id', 'status']).where('user_id', '=', userId).execute()
  const byGroup = await db
    .selectFrom('access_group')
    .innerJoin('org_member', 'org_member.org_id', 'access_group.org_id')
    .select('access_group.repo_id')
    .where('org_member.user_id', '=', userId)
    .execute()
  const granted = new Set(byGroup.map(({ repo_id }) => repo_id))
  for (const { repo_id, status } of own) {
    if (status === 'accepted') granted.add(repo_id)
    else if (status === 'rejected') granted.delete(repo_id)
  }
  return granted
}
