import type { Oid } from '@portolan/git'
import { factsOfFiles, type ListedFile } from '../commits/index.ts'
import { checkCard, type RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { listFiles } from '../../repository/revisions/index.ts'
import type { PushWork } from './push-work.ts'

/** What the files of a commit say about the repo. @param work the push that brings it; `null` when it is stored already */
export async function describeCommit(
  hub: Hub,
  repo: WithContent,
  work: PushWork | null,
  commit: Oid,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  const files = work === null ? await storedFiles(hub, repo, commit) : await work.filesOf(commit)
  return factsOfFiles(hub, repo, files, (oid) => {
    if (work === null) throw new Error('The push has no pack')
    return work.body(oid)
  })
}

/** Explains why the card of a pushed commit is rejected, or returns `null`. A card that the repo already has is left alone. */
export async function cardProblem(repo: WithContent, work: PushWork, commit: Oid): Promise<string | null> {
  const card = await work.card(commit)
  if (card === null) return null
  const { errors } = await checkCard(card.toString('utf8'), repo.type)
  return errors.length === 0 ? null : `invalid metadata in README.md: ${errors.map(({ message }) => message).join('; ')}`
}

async function storedFiles(hub: Hub, repo: WithContent, commit: Oid): Promise<ListedFile[]> {
  const entries = await listFiles(hub, repo, commit)
  return entries.flatMap(({ type, path, oid }) => (type === 'submodule' ? [] : [{ path, oid, fresh: null }]))
}
