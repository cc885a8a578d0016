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
export { type Account, emailStates, findAccount, findByEmail, requireAccount, toAccount } from './account.ts'
export { invalidateActors } from './actor-cache.ts'
export { type Holder, holderOf, loadHolder } from './credential.ts'
export { bootstrap } from './bootstrap.ts'
export { createInvite, type Invite, listInvites, revokeInvite } from './invites.ts'
export { listOrganizations, type Organization, restoreOrganization } from './organizations.ts'
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
export {
  createPasswordReset,
  createRecoveryCode,
  endRecoveryCodes,
  type PasswordReset,
  passwordResetOf,
  resetPassword,
} from './password-reset.ts'
export {
  endSessionsOf,
  listPeople,
  type Person,
  requireAnAdministrator,
  requirePerson,
  revokeTokensOf,
  setAdministrator,
  setSuspended,
} from './people.ts'
export { avatarOf, type AvatarImage, removeAvatar, setAvatar } from './avatars.ts'
export { updateProfile } from './profile.ts'
export type { TokenGrantsInput } from './token-scopes.ts'
export { hasSecondFactor, markProven, requireRecentProof, requiresSecondFactor, sessionHashOf } from './recent-proof.ts'
export { reserveNames } from './reserved-names.ts'
export {
  actorFromSession,
  createSession,
  endOtherSessions,
  endSession,
  endSessionById,
  endSessionsExcept,
  insertSession,
  isDueForRenewal,
  listSessions,
  type NewSession,
  openSession,
  type OpenSession,
  renewSession,
  type SessionInfo,
  sessionLifeMs,
  sessionStart,
  type SignInWay,
} from './sessions.ts'
export { changePassword, createUser, insertUser, signUp, signUpState, verifyCurrentPassword, verifyPassword } from './sign-up.ts'
export { endWaysIn } from './ways-in.ts'
export { findAdministrator } from './administrator.ts'
export { randomAlphanumerics, secretHash } from './secrets.ts'
export { addressBlock } from './address-block.ts'
export { type FormerName, formerNameUntil, keepFormerName, listFormerNames, pruneFormerNames, releaseFormerName } from './former-names.ts'
export { addSshKey, listSshKeys, removeSshKey, type SshKey } from './ssh-keys.ts'
