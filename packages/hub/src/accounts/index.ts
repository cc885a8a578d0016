export {
  createAccessToken,
  insertAccessToken,
  actorFromToken,
  listAccessTokens,
  revokeAccessToken,
  type AccessTokenInfo,
} from './access-tokens.ts'
export { findAccount, requireAccount, toAccount, type Account } from './account.ts'
export {
  anonymous,
  type Actor,
  type ActorOrg,
  type ActorToken,
  type AnonymousActor,
  type TokenPermission,
  tokenPermissions,
  type TokenScope,
  type UserActor,
} from './actor.ts'
export { forgetActors } from './actor-cache.ts'
export { bootstrap } from './bootstrap.ts'
export { createInvite } from './invites.ts'
export { loadActor } from './load-actor.ts'
export { createOrg, listMembers, listOrgsOf, setMemberRole, type OrgMember } from './orgs.ts'
export { updateProfile } from './profile.ts'
export { requireUser, requireWriter } from './require-user.ts'
export { reserveNames } from './reserved-names.ts'
export {
  actorFromSession,
  createSession,
  endOtherSessions,
  endSession,
  isDueForRenewal,
  listSessions,
  openSession,
  type OpenSession,
  renewSession,
  type SessionInfo,
  sessionLifeMs,
} from './sessions.ts'
export { changePassword, createUser, signUp, signUpState, verifyPassword } from './sign-up.ts'
export { findAdministrator } from './administrator.ts'
