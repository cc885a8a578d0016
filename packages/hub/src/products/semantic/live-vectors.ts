import type { Hub } from '../../hub.ts'
import type { RepoUid } from '../../uid.ts'
import { semanticState } from './semantic-state.ts'
import { fromVectorBytes } from './vector-bytes.ts'
import { VectorIndex } from './vector-index.ts'

/** Rows of other processes become visible when they commit, not at their timestamp: rows newer than this are reread. Milliseconds. */
const overlapMs = 10_000
/** How often the table is polled. */
const refreshMs = 2_000
const rowsPerRead = 2_000

/** The vectors of one embedding model, in sync with the table; `null` while there are none. */
export async function liveVectors(hub: Hub, key: string): Promise<VectorIndex<RepoUid> | null> {
  const state = semanticState(hub)
  const known = state.index?.key === key ? state.index : null
  if (known !== null && performance.now() - known.readAt < refreshMs) return known.vectors
  let vectors = known?.vectors ?? null
  let readTo = known?.readTo ?? 0
  for (let after = { updated: Math.max(0, readTo - overlapMs), id: 0 }; ;) {
    const rows = await hub.db.read
      .selectFrom('card_embedding')
      .innerJoin('repo', 'repo.id', 'card_embedding.repo_id')
      .select(['repo_id', 'repo.uid', 'vector', 'card_embedding.updated'])
      .where('model', '=', key)
      .where((eb) =>
        eb.or([
          eb('card_embedding.updated', '>', after.updated),
          eb.and([eb('card_embedding.updated', '=', after.updated), eb('repo_id', '>', after.id)]),
        ]),
      )
      .orderBy('card_embedding.updated')
      .orderBy('repo_id')
      .limit(rowsPerRead)
      .execute()
    for (const { uid, vector: bytes } of rows) {
      const id = uid as RepoUid
      const vector = fromVectorBytes(bytes)
      if (vector.length === 0) vectors?.delete(id)
      else {
        vectors ??= new VectorIndex(vector.length)
        if (vector.length === vectors.dims) vectors.set(id, vector)
      }
    }
    const last = rows.at(-1)
    if (last) readTo = Math.max(readTo, last.updated)
    if (last === undefined || rows.length < rowsPerRead) break
    after = { updated: last.updated, id: last.repo_id }
  }
  state.index = { key, vectors, readTo, readAt: performance.now() }
  return vectors
}
