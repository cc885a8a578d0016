import { HubError } from '@portolan/contract'

/** True when a write failed because the disk, or the writer's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** True when the file system takes no writes: it was mounted read-only, its rights were changed, or it fails. */
function refusesWrites(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'EIO'
}

/** What callers get for an error of the file system. Errors that are not known are passed through. */
export function diskError(error: unknown): unknown {
  if (isDiskFull(error)) return new HubError('storage.full', {}, { cause: error })
  return refusesWrites(error) ? new HubError('storage.unavailable', { retryAfter: 30 }, { cause: error }) : error
}

/** True when no file or folder has that name. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
