export { type BackupRun, listBackupRuns, type RunFigures } from './backup-runs.ts'
export { type CopiedBlobs } from './copy-blobs.ts'
export { makeBackup } from './make-backup.ts'
export { pruneBackups } from './prune-backups.ts'
export { rehearseBackup } from './rehearse-backup.ts'
export { backUpWhenDue } from './scheduled-backup.ts'
export {
  type KnownDamage,
  listDamages,
  readVerification,
  recordDamagedFiles,
  type Verification,
  verifyWhenDue,
} from './scheduled-verify.ts'
export { moveStorage } from './move-storage.ts'
export { type BackupPlace, openBackupBucket, openFolder } from './place.ts'
export { listBackups, restoreBackup } from './restore-backup.ts'
export type { Damage } from './damage.ts'
export { type VerifyReport, verifyStorage } from './verify.ts'
