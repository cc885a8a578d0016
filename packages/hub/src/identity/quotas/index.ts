export {
  reserveStorage,
  reserveStorageOfRepo,
  inUnits,
  listStorageOwners,
  maySeeStorage,
  type OwnerStorage,
  type Quota,
  quotaOf,
  readStorage,
  requireFreeSpace,
  setQuota,
  storageOf,
} from './quota.ts'
export { ownerUse, repoUse, type StorageUse, usesOf } from './usage.ts'
