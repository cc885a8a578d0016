import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/db.ts'

/**
 * Replaces a repo's tags and updates each tag's count of public repos.
 * A tag belongs to one facet for all repos of a kind: the one from its first repo, unless that was `other`.
 */
export async function replaceTags(
  tx: Tx,
  input: { repoId: number; kind: number; isPublic: boolean; tags: readonly { value: string; ns: string }[] },
): Promise<void> {
  const { repoId, kind, isPublic } = input
  const wanted = new Map(input.tags.map(({ value, ns }) => [value, ns]))
  const current = await tx
    .selectFrom('repo_tag')
    .innerJoin('tag', 'tag.id', 'repo_tag.tag_id')
    .select(['tag.id as id', 'tag.value as value'])
    .where('repo_id', '=', repoId)
    .execute()
  const gone = current.filter(({ value }) => !wanted.has(value)).map(({ id }) => id)
  const known = new Set(current.map(({ value }) => value))
  const fresh = [...wanted].filter(([value]) => !known.has(value))
  if (gone.length > 0) {
    await tx.deleteFrom('repo_tag').where('repo_id', '=', repoId).where('tag_id', 'in', gone).execute()
    await noteTags(tx, repoId, gone, 1)
    if (isPublic)
      await tx
        .updateTable('tag')
        .set({ n: sql`n - 1` })
        .where('id', 'in', gone)
        .execute()
  }
  if (fresh.length === 0) return
  // Sorted: two writers that lock the same rows in the same order cannot deadlock.
  const rows = fresh.map(([value, ns]) => ({ kind, ns, value })).sort((a, b) => (a.value < b.value ? -1 : 1))
  await tx
    .insertInto('tag')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'value'])
        .doUpdateSet((eb) => ({ ns: eb.ref('excluded.ns') }))
        .where('tag.ns', '=', 'other')
        .where('excluded.ns', '<>', 'other'),
    )
    .execute()
  const ids = await tx
    .selectFrom('tag')
    .select('id')
    .where('kind', '=', kind)
    .where(
      'value',
      'in',
      rows.map(({ value }) => value),
    )
    .orderBy('value')
    .execute()
  await tx
    .insertInto('repo_tag')
    .values(ids.map(({ id }) => ({ tag_id: id, repo_id: repoId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await noteTags(
    tx,
    repoId,
    ids.map(({ id }) => id),
    0,
  )
  if (isPublic)
    await tx
      .updateTable('tag')
      .set({ n: sql`n + 1` })
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute()
}

/** Deletes the tags of a deleted repo. Their counts are handled by {@link countTags}. */
export async function removeTags(tx: Tx, repoId: number): Promise<void> {
  const gone = await tx.deleteFrom('repo_tag').where('repo_id', '=', repoId).returning('tag_id').execute()
  await noteTags(
    tx,
    repoId,
    gone.map(({ tag_id }) => tag_id),
    1,
  )
}

/** Notifies the in-memory index of listings. */
async function noteTags(tx: Tx, repoId: number, tagIds: readonly number[], gone: 0 | 1): Promise<void> {
  if (tagIds.length === 0) return
  await tx
    .insertInto('repo_change')
    .values(tagIds.map((tagId) => ({ repo_id: repoId, tag_id: tagId, gone })))
    .execute()
}

/** Adds to (or subtracts from) the count of every tag of a repo. */
export async function countTags(tx: Tx, repoId: number, change: 1 | -1): Promise<void> {
  const ids = await tx.selectFrom('repo_tag').select('tag_id').where('repo_id', '=', repoId).orderBy('tag_id').execute()
  if (ids.length === 0) return
  await tx
    .updateTable('tag')
    .set({ n: sql`n + ${sql.lit(change)}` })
    .where(
      'id',
      'in',
      ids.map(({ tag_id }) => tag_id),
    )
    .execute()
}
