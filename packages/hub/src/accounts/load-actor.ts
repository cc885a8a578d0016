import type { OrgRole } from '@portolan/contract'
import type { Reader } from '../db/db.ts'
import type { ActorToken, UserActor } from './actor.ts'

/** The actor for a user, with memberships; `null` when the account is gone or disabled. */
export async function loadActor(db: Reader, userId: number, token: ActorToken | null): Promise<UserActor | null> {
  const user = await db
    .selectFrom('account')
    .select(['id', 'uid', 'name', 'is_admin', 'disabled', 'kind'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || user.disabled === 1 || user.kind !== 'user') return null
  const orgs = await db
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.org_id')
    .select(['account.id as orgId', 'account.name as name', 'org_member.role as role'])
    .where('org_member.user_id', '=', userId)
    .orderBy('account.name')
    .execute()
  return {
    kind: 'user',
    userId: user.id,
    uid: user.uid,
    name: user.name,
    isAdmin: user.is_admin === 1,
    orgs: orgs.map(({ orgId, name, role }) => ({ orgId, name, role: role as OrgRole })),
    token,
  }
}
