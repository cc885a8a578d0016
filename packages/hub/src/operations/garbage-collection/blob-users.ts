import { type Reader, type Tx, toHex } from '../../foundation/db/db.ts'
import { xorbsInBlobs } from '../../repository/xet/index.ts'

/** Says which of these blobs (sha-256) something needs, and what. Asked before a blob is marked, and again in the transaction that frees it. */
export interface BlobUser {
  readonly name: string
  used(db: Reader | Tx, hashes: readonly string[]): Promise<Map<string, string>>
}

/** A repo has a right to the blob. */
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

/** Chunks of files lie in it. */
const chunks: BlobUser = { name: 'chunks', used: xorbsInBlobs }

/** Everything that keeps bytes in the blob store. Whoever begins to do so adds a line. */
export const blobUsers: readonly BlobUser[] = [repos, chunks]

/** Who needs these blobs; those that nobody needs are not in the answer. */
export async function usersOfBlobs(db: Reader | Tx, hashes: readonly string[]): Promise<Map<string, string>> {
  const users = new Map<string, string>()
  if (hashes.length === 0) return users
  for (const user of blobUsers) for (const [sha256, who] of await user.used(db, hashes)) users.set(sha256, who)
  return users
}
