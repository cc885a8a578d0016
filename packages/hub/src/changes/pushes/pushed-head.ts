import { HubError, limits } from '@portolan/contract'
import { folderMode, type Oid, parseTree, type ReceivedPack } from '@portolan/git'
import { factsOfFiles } from '../commits/index.ts'
import { checkCard, type RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { getCommit, historyOf, itemsBelow, type PathItem } from '../../repository/revisions/index.ts'
import type { WalkedPack } from './walk-pack.ts'

/** What the files of a commit say about the repo, whether the commit is stored yet or not. */
export async function describeCommit(
  hub: Hub,
  repo: WithContent,
  pack: ReceivedPack | null,
  walked: WalkedPack | null,
  commit: Oid,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  const files: PathItem[] = []
  const visit = async (tree: Oid, path: string): Promise<void> => {
    if (pack?.find(tree)?.type !== 'tree') {
      for (const entry of await itemsBelow(hub, repo, tree, path)) if (entry.item.mode !== folderMode) files.push(entry)
      return
    }
    for (const item of parseTree(await pack.body(tree))) {
      const itemPath = path === '' ? item.name : `${path}/${item.name}`
      if (item.mode === folderMode) await visit(item.oid, itemPath)
      else files.push({ path: itemPath, item })
    }
  }
  await visit(await treeOf(hub, repo, walked, commit), '')
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return factsOfFiles(hub, repo, files, {
    size: (oid) => pack?.find(oid)?.size,
    body: (oid) => {
      if (!pack) throw new Error('The push has no pack')
      return pack.body(oid)
    },
  })
}

/** Explains why the card of a pushed commit is rejected, or returns `null`. A card that the repo already has is left alone. */
export async function cardProblem(repo: WithContent, pack: ReceivedPack, walked: WalkedPack, commit: Oid): Promise<string | null> {
  const tree = walked.commits.get(commit)?.tree
  if (tree === undefined || pack.find(tree) === null) return null
  const card = parseTree(await pack.body(tree)).find(({ name }) => name === 'README.md')
  if (!card || card.mode === folderMode || card.mode === '120000' || card.mode === '160000') return null
  const blob = pack.find(card.oid)
  if (blob === null || blob.size > limits.cardBytes) return null
  const { errors } = await checkCard((await pack.body(card.oid)).toString('utf8'), repo.type)
  return errors.length === 0 ? null : `invalid metadata in README.md: ${errors.map(({ message }) => message).join('; ')}`
}

/** True when `to` is `from` or a descendant of it. */
export async function isDescendant(hub: Hub, repo: WithContent, walked: WalkedPack | null, from: Oid, to: Oid): Promise<boolean> {
  const seen = new Set<Oid>()
  const outside = new Set<Oid>()
  const stack = [to]
  for (let oid = stack.pop(); oid !== undefined; oid = stack.pop()) {
    if (oid === from) return true
    if (seen.has(oid)) continue
    seen.add(oid)
    const fresh = walked?.commits.get(oid)
    if (fresh) stack.push(...fresh.parents)
    else outside.add(oid)
  }
  for (const oid of outside) if ((await historyOf(hub, repo, oid)).includes(from)) return true
  return false
}

async function treeOf(hub: Hub, repo: WithContent, walked: WalkedPack | null, commit: Oid): Promise<Oid> {
  const fresh = walked?.commits.get(commit)
  if (fresh) return fresh.tree
  const stored = await getCommit(hub, repo, commit)
  if (!stored) throw new HubError('revision.not_found', { revision: commit })
  return stored.tree
}
