/**
 * Operations: what the people who run the hub need. Garbage collection, backup, verification, restore.
 */
export {
  type BackupPlace,
  type CopiedBlobs,
  listBackups,
  makeBackup,
  moveStorage,
  openBackupBucket,
  openFolder,
  restoreBackup,
  verifyStorage,
} from './backup/index.ts'
export {
  type CollectorReport,
  type CollectorRun,
  collectWhenDue,
  findDeletedRepo,
  holdMarks,
  type KindName,
  kindNames,
  listMarks,
  listRuns,
  type MarkedThing,
  restoreRepo,
  runCollector,
  takeLease,
  whyKept,
} from './collector/index.ts'
