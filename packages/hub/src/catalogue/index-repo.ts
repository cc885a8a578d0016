import type { Tx } from '../db/db.ts'
import type { RepoFacts } from '../facts/index.ts'
import type { Hub } from '../hub.ts'
import { indexName, unindexName } from './name-index.ts'
import { removeCard, replaceCard } from './card-index.ts'
import { countTags, removeTags, replaceTags } from './repo-tags.ts'

/** The part of the facts that listings show and filter by. */
export type CatalogueEntry = Pick<
  RepoFacts,
  'cardBody' | 'summary' | 'pipelineTag' | 'libraryName' | 'license' | 'sdk' | 'params' | 'tags' | 'tagNamespaces'
>

const isPublic = 0
const isDeleted = 2

/**
 * Puts what a commit says into the columns and indexes that listings read. May be called again: it replaces what was there.
 * The name index follows visibility and renames (`reindexVisibility`, `reindexName`); a repo seen here for the first time gets its name indexed.
 */
export async function indexRepo(tx: Tx, hub: Hub, repoId: number, entry: CatalogueEntry): Promise<void> {
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
  await replaceTags(tx, { repoId, kind: repo.kind, isPublic: repo.vis === isPublic, tags: entry.tagNamespaces })
  await replaceCard(tx, hub, repoId, entry.cardBody ?? '')
  await indexName(tx, hub, repoId, `${repo.owner}/${repo.name}`)
}

/** Keeps the counts of public repos per tag true when a repo is shown, hidden or deleted. Values are those of the column `vis`. */
export async function reindexVisibility(tx: Tx, hub: Hub, repoId: number, from: 0 | 1 | 2, to: 0 | 1 | 2): Promise<void> {
  if (from === isPublic && to !== isPublic) await countTags(tx, repoId, -1)
  if (from !== isPublic && to === isPublic) await countTags(tx, repoId, 1)
  if (to === isDeleted && from !== isDeleted) {
    const repo = await tx.selectFrom('repo').select(['owner', 'name']).where('id', '=', repoId).executeTakeFirstOrThrow()
    await unindexName(tx, hub, repoId, `${repo.owner}/${repo.name}`)
    await removeTags(tx, repoId)
    await removeCard(tx, hub, repoId)
  }
}

/** Moves the name in the index. Owner and name of the row are the new ones already. */
export async function reindexName(tx: Tx, hub: Hub, repoId: number, names: { oldFullName: string; newFullName: string }): Promise<void> {
  await unindexName(tx, hub, repoId, names.oldFullName)
  await indexName(tx, hub, repoId, names.newFullName)
}
