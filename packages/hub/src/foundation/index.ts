/**
 * Foundation: storage and messaging. Database, blobs, contents (whole or in chunks), git objects,
 * facts of files, the caller, what happened (events) and who did it (audit). Uses nothing from the layers above.
 */
export { type Actor, anonymous, requireHubAdmin, requirePermission, requireUser, type TokenGrants, type UserActor } from './actor/index.ts'
export { asCaller, type AuditEntry, listAudit, pruneAudit } from './audit/index.ts'
export { BucketProblem, type S3Config } from './blobs/index.ts'
export { DatabaseProblem } from './db/database-problem.ts'
export { openRateLimiter, pruneRateLimits } from './db/rate-limiter.ts'
export { visibility } from './db/visibility.ts'
export { pruneEvents, recordEvent } from './events/index.ts'
export {
  type CardFieldValues,
  editFieldsOfCard,
  type FactsWarning,
  type GgufModelFacts,
  bodyOfCard,
  readFieldsOfCard,
  type RepoFacts,
  checkCard,
} from './facts/index.ts'
export { readSizes } from './git-store/index.ts'
export { pruneProgress, startProgress } from './progress/index.ts'
export { renderingsOf } from './renderings/index.ts'
export { type Clock, type Job, Scheduler } from './schedule/index.ts'
