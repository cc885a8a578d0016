import type { Tx } from '../../foundation/db/db.ts'
import { isDeleted, isPublic, type Visibility } from '../../foundation/db/visibility.ts'
import type { RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import { indexName, unindexName } from './name-index.ts'
import { removeCard, replaceCard } from './card-index.ts'
import { countTags, removeTags, replaceTags } from './repo-tags.ts'

/** The facts that listings show and filter by. */
export type CatalogEntry = Pick<
  RepoFacts,
  'cardBody' | 'cardData' | 'summary' | 'pipelineTag' | 'libraryName' | 'license' | 'sdk' | 'params' | 'tags' | 'tagNamespaces'
>

/** The text of the card, after the title that only the front matter has: that of a Space. */
function searchableText({ cardData, cardBody }: CatalogEntry): string {
  const title = cardData?.['title']
  return typeof title === 'string' && title !== '' ? `${title.slice(0, 500)}\n\n${cardBody ?? ''}` : (cardBody ?? '')
}

/**
 * Writes a commit's facts to the columns and indexes that listings read. Can be called again: it replaces the previous ones.
 * The name index follows visibility and renames (`reindexVisibility`, `reindexName`); a new repo gets its name indexed here.
 */
export async function indexRepo(tx: Tx, hub: Hub, repoId: number, entry: CatalogEntry): Promise<void> {
  const repo = await tx.selectFrom('repo').select(['kind', 'owner', 'name', 'vis']).where('id', '=', repoId).executeTakeFirstOrThrow()
  await tx
    .updateTable('repo')
    .set({
      pipeline_tag: entry.pipelineTag,
      library: entry.libraryName,
      license: entry.license,
      sdk: entry.sdk,
      params: entry.params,
      summary: entry.summary,
      tags: JSON.stringify(entry.tags),
    })
    .where('id', '=', repoId)
    .execute()
  await replaceTags(tx, { repoId, kind: repo.kind, isPublic: isPublic(repo.vis), tags: entry.tagNamespaces })
  await replaceCard(tx, hub, repoId, searchableText(entry))
  await indexName(tx, hub, repoId, `${repo.owner}/${repo.name}`)
}

/** Keeps the counts of public repos per tag correct when a repo is published, hidden or deleted. */
export async function reindexVisibility(tx: Tx, hub: Hub, repoId: number, from: Visibility, to: Visibility): Promise<void> {
  if (isPublic(from) && !isPublic(to)) await countTags(tx, repoId, -1)
  if (!isPublic(from) && isPublic(to)) await countTags(tx, repoId, 1)
  if (isDeleted(to) && !isDeleted(from)) {
    const repo = await tx.selectFrom('repo').select(['owner', 'name']).where('id', '=', repoId).executeTakeFirstOrThrow()
    await unindexName(tx, hub, repoId, `${repo.owner}/${repo.name}`)
    await removeTags(tx, repoId)
    await removeCard(tx, hub, repoId)
  }
}

/** Updates the name index. The row already has the new owner and name. */
export async function reindexName(tx: Tx, hub: Hub, repoId: number, names: { oldFullName: string; newFullName: string }): Promise<void> {
  await unindexName(tx, hub, repoId, names.oldFullName)
  await indexName(tx, hub, repoId, names.newFullName)
}
