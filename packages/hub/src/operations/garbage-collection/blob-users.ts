import { type Reader, type Tx, toHex } from '../../foundation/db/db.ts'
import { xorbsInBlobs } from '../../repository/xet/index.ts'

/** Returns which of these blobs (sha-256) are needed, and by what. Checked before a blob is marked, and again in the transaction that frees it. */
export interface BlobUser {
  readonly name: string
  used(db: Reader | Tx, hashes: readonly string[]): Promise<Map<string, string>>
}

/** A repo owns the blob. */
const repos: BlobUser = {
  name: 'repositories',
  async used(db, hashes) {
    const rows = await db
      .selectFrom('repo_lfs')
      .innerJoin('repo', 'repo.id', 'repo_lfs.repo_id')
      .select(['sha256', 'owner', 'name'])
      .where(
        'sha256',
        'in',
        hashes.map((key) => Buffer.from(key, 'hex')),
      )
      .execute()
    return new Map(rows.map(({ sha256, owner, name }) => [toHex(sha256), `${owner}/${name}`]))
  },
}

/** It contains chunks of files. */
const chunks: BlobUser = { name: 'chunks', used: xorbsInBlobs }

/** Everything that keeps bytes in the blob store. Any new use adds an entry. */
export const blobUsers: readonly BlobUser[] = [repos, chunks]

/** Users of these blobs; unreferenced ones are not in the result. */
export async function usersOfBlobs(db: Reader | Tx, hashes: readonly string[]): Promise<Map<string, string>> {
  const users = new Map<string, string>()
  if (hashes.length === 0) return users
  for (const user of blobUsers) for (const [sha256, who] of await user.used(db, hashes)) users.set(sha256, who)
  return users
}
