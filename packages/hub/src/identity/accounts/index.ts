export {
  createAccessToken,
  insertAccessToken,
  actorFromToken,
  listAccessTokens,
  type NewAccessToken,
  refreshAccessToken,
  revokeAccessToken,
  type AccessTokenInfo,
} from './access-tokens.ts'
export { findAccount, requireAccount, toAccount, type Account } from './account.ts'
export { invalidateActors } from './actor-cache.ts'
export { type Holder, holderOf, loadHolder } from './credential.ts'
export { bootstrap } from './bootstrap.ts'
export { createInvite } from './invites.ts'
export { loadActor } from './load-actor.ts'
export { loadActorWithRights, storedRights } from './stored-rights.ts'
export { oauthTokenPrefix } from './oauth-actor.ts'
export {
  countMembers,
  createOrg,
  deleteOrg,
  lockAccount,
  listMembers,
  listOrgsOf,
  type MemberPage,
  type OrgMember,
  setMemberRole,
} from './orgs.ts'
export {
  createRobot,
  createRobotToken,
  listRobots,
  listRobotTokens,
  requireRobotActor,
  revokeRobotToken,
  type Robot,
  robotRoles,
  setRobotDisabled,
} from './robots.ts'
export { createPasswordReset, type PasswordReset, passwordResetOf, resetPassword } from './password-reset.ts'
export { endSessionsOf, listPeople, type Person, revokeTokensOf, setAdministrator, setSuspended } from './people.ts'
export { avatarOf, type AvatarImage, removeAvatar, setAvatar } from './avatars.ts'
export { updateProfile } from './profile.ts'
export type { TokenGrantsInput } from './token-scopes.ts'
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
  sessionStart,
} from './sessions.ts'
export { changePassword, createUser, insertUser, signUp, signUpState, verifyPassword } from './sign-up.ts'
export { findAdministrator } from './administrator.ts'
export { randomAlphanumerics, secretHash } from './secrets.ts'
export { addressBlock } from './address-block.ts'
