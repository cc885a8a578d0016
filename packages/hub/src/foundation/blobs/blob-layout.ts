import { join } from 'node:path'

/** Lower-case hex sha-256. */
export const sha256Pattern = /^[0-9a-f]{64}$/

/** True for 64 lower-case hex digits; anything else never becomes a path. */
export function isSha256(value: string): boolean {
  return sha256Pattern.test(value)
}

/** Two fan-out levels, like git-lfs's own object folder: the two can be copied into each other with rsync. */
export function blobPath(dir: string, sha256: string): string {
  if (!isSha256(sha256)) throw new TypeError(`not a sha-256: ${JSON.stringify(sha256)}`)
  return join(dir, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
}
