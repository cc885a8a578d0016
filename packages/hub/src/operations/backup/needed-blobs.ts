import { type Reader, toHex } from '../../foundation/db/db.ts'

/** Every blob (sha-256) the tables reference: separate contents, and blobs with chunks. Sorted. */
export async function neededBlobs(db: Reader): Promise<string[]> {
  const own = await db.selectFrom('lfs_blob').select('sha256').execute()
  const chunks = await db.selectFrom('xet_xorb').select('blob').distinct().execute()
  return [...new Set([...own.map(({ sha256 }) => toHex(sha256)), ...chunks.map(({ blob }) => toHex(blob))])].toSorted()
}

/** Contents stored as chunks need no blob of their own. */
export async function chunkedContents(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('xet_file').select('sha256').execute()
  return new Set(rows.map(({ sha256 }) => toHex(sha256)))
}
