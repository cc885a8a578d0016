import { isSha256 } from './blob-layout.ts'

/** Same layout as on disk (`blob-layout.ts`), so that folder and bucket can be copied into each other. */
export function blobKey(sha256: string): string {
  if (!isSha256(sha256)) throw new TypeError(`not a sha-256: ${JSON.stringify(sha256)}`)
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

/** The sha-256 of a blob's key; `null` for every other key. */
export function shaOfKey(key: string): string | null {
  const sha256 = key.slice(6)
  return isSha256(sha256) && key === blobKey(sha256) ? sha256 : null
}
