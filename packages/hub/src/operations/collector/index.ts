export { type Freed, type KindName, kindNames } from './kind.ts'
export { takeLease } from './lease.ts'
export { findDeletedRepo, restoreRepo } from './restore-repo.ts'
export {
  collectorLease,
  type CollectorOptions,
  type CollectorReport,
  type CollectorRun,
  collectWhenDue,
  listRuns,
  runCollector,
} from './run-collector.ts'
export { holdMarks, listMarks, type MarkedThing } from './hold-marks.ts'
export { placesOf, whyKept } from './why-kept.ts'
export { scanRepo, type RepoScan } from './scan-repo.ts'
export { openTidesWorld, commitPointer, type TidesWorld } from './testing/tides-world.ts'
