import { z } from 'zod'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import type { RepoUid } from '../../uid.ts'
import { canRead, isDeleted, type Repo, toRepo } from '../../repository/access/index.ts'

const aboutSchema = z.object({ test: z.boolean().optional(), repo: z.object({ id: z.string(), private: z.boolean() }) })

/**
 * Whether a reader may have each of these messages, as the repos are now: one that was made private since is none of a stranger's business any more.
 * @param payloads the messages as JSON
 */
export async function mayHear(db: Reader, reader: Actor, payloads: readonly string[]): Promise<boolean[]> {
  const messages = payloads.map((payload) => aboutSchema.parse(JSON.parse(payload)))
  const uids = [...new Set(messages.map(({ repo }) => repo.id as RepoUid))]
  const rows = uids.length === 0 ? [] : await db.selectFrom('repo').selectAll().where('uid', 'in', uids).execute()
  const repos = new Map(
    rows.map((row): [string, { repo: Repo; isGone: boolean }] => [row.uid, { repo: toRepo(row), isGone: isDeleted(row.vis) }]),
  )
  return messages.map(({ test, repo: { id, private: wasPrivate } }) => {
    const found = repos.get(id)
    // Of a public repo that was deleted everybody may hear.
    if (test === true || (!wasPrivate && (found === undefined || found.isGone))) return true
    return found !== undefined && canRead(reader, found.repo)
  })
}
