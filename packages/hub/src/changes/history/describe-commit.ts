import type { Oid } from '@portolan/git'
import { factsOfCommit, type RefUpdate } from '../commits/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { listFiles } from '../../repository/revisions/index.ts'

/** What a stored commit says about the repo when the default branch moves to it, counting each content once. */
export async function describeCommit(hub: Hub, repo: WithContent, commitOid: Oid): Promise<NonNullable<RefUpdate['described']>> {
  const facts = await factsOfCommit(hub, repo, commitOid)
  if (facts === null) throw new Error(`Repository ${repo.id} has no facts of its head`)
  const files = await listFiles(hub, repo, commitOid)
  const distinct = new Map(files.map(({ oid, size }) => [oid, size]))
  return { facts, storageBytes: [...distinct.values()].reduce((sum, size) => sum + size, 0) }
}
