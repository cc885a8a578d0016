export {
  type Actor,
  anonymous,
  type UserActor,
  type TokenScope,
  type ActorToken,
  type TokenGrants,
  type TokenEntity,
  type ActorApp,
  type Credential,
  type ActorOrg,
  type AnonymousActor,
} from './actor.ts'
export {
  requirePermission,
  missingPermission,
  tokenAllows,
  type TokenSubject,
  requireHubAdmin,
  requireWriter,
  requireUnlimited,
} from './token-rights.ts'
export { requireConfirmedEmail, requireUser } from './require-user.ts'
