/**
 * Operations: tools for the people who run the hub. Garbage collection, backup, verification, restore.
 */
export { type HubFigures, readHubFigures } from './figures/index.ts'
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
  type GcReport,
  type GcRun,
  collectWhenDue,
  findDeletedRepo,
  keepMarks,
  type KindName,
  kindNames,
  listMarks,
  listRuns,
  type MarkedThing,
  restoreRepo,
  collectGarbage,
  acquireLease,
  keptBecause,
} from './garbage-collection/index.ts'
