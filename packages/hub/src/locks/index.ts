export { createLock, deleteLock, listLocks, type Lock, type LockPage, type LockQuery, verifyLocks } from './locks.ts'
