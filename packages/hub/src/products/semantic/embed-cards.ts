import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toBuffer } from '../../foundation/db/db.ts'
import { isDeleted } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { EngineError, type LocalEngine } from '../inference/index.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { toRepo } from '../../repository/access/index.ts'
import { cardText } from './card-text.ts'
import { embedTexts } from './embed-texts.ts'
import { embeddingModel } from './embedding-model.ts'
import { type EmbeddingModel, skipCard, semanticState } from './semantic-state.ts'
import { toVectorBytes } from './vector-bytes.ts'

/** Repos checked per sweep. */
const looked = 2_000
/** Cards per batch for the model, and maximum cards per sweep. */
const batch = 16
const perSweep = 256
/** Pause after the model failed, or the engine was overloaded. */
const pauseMs = 60_000

interface StaleCard {
  readonly repoId: number
  readonly head: Uint8Array
  readonly text: string
  readonly hash: Buffer
}

/**
 * Computes vectors for the cards whose repos have changed, and for those found by an endless walk through all repos: no state has to be kept between
 * processes or across a crash. Does nothing without an embedding model. @returns the number of vectors computed
 */
export async function embedCards(hub: Hub): Promise<number> {
  const { sweep } = semanticState(hub)
  if (sweep.running || performance.now() < sweep.notBefore) return 0
  sweep.running = true
  try {
    const chosen = await embeddingModel(hub)
    return chosen === null ? 0 : await sweepOnce(hub, chosen.engine, chosen.model)
  } finally {
    sweep.running = false
  }
}

async function sweepOnce(hub: Hub, engine: LocalEngine, model: EmbeddingModel): Promise<number> {
  const { sweep } = semanticState(hub)
  const seq = await lastChange(hub)
  const changed = sweep.seq === null ? [] : await changedSince(hub, sweep.seq)
  const walked = await nextIds(hub, sweep.cursor)
  const stale = await staleCards(hub, model, [...new Set([...changed, ...walked])])
  let made = 0
  for (let start = 0; start < Math.min(stale.length, perSweep); start += batch) {
    const cards = stale.slice(start, start + batch)
    try {
      await store(hub, model, cards, await vectorsOf(engine, model, cards))
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      hub.log.warn('could not embed cards', { model: model.id, code: error.code, error: error.message })
      sweep.notBefore = performance.now() + pauseMs
      if (error.code === 'engine.unsupported') skipCard(hub, model)
      return made
    }
    made += cards.length
  }
  // What did not fit into this sweep is checked again.
  if (stale.length <= perSweep) {
    sweep.seq = seq
    sweep.cursor = walked.length < looked ? 0 : (walked.at(-1) ?? 0)
  }
  return made
}

/** When the model rejects a batch, its cards one by one: one of them must not block the others. */
async function vectorsOf(engine: LocalEngine, model: EmbeddingModel, cards: readonly StaleCard[]): Promise<(Float32Array | null)[]> {
  const signal = AbortSignal.timeout(300_000)
  try {
    return await embedTexts(
      engine,
      model,
      cards.map(({ text }) => text),
      signal,
    )
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'engine.invalid_input') throw error
    const vectors: (Float32Array | null)[] = []
    for (const { text } of cards) {
      const [vector = null] = await embedTexts(engine, model, [text], signal).catch((each: unknown) => {
        if (each instanceof EngineError && each.code === 'engine.invalid_input') return [null]
        throw each
      })
      vectors.push(vector)
    }
    return vectors
  }
}

async function lastChange(hub: Hub): Promise<number> {
  const row = await hub.db.read.selectFrom('repo_change').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.seq ?? 0
}

async function changedSince(hub: Hub, seq: number): Promise<number[]> {
  const rows = await hub.db.read
    .selectFrom('repo_change')
    .select('repo_id')
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .limit(looked)
    .execute()
  return rows.map(({ repo_id }) => repo_id)
}

async function nextIds(hub: Hub, cursor: number): Promise<number[]> {
  const rows = await hub.db.read.selectFrom('repo').select('id').where('id', '>', cursor).orderBy('id').limit(looked).execute()
  return rows.map(({ id }) => id)
}

/** Cards of these repos whose vector is missing, or from another commit or model. Deletes the vectors of deleted repos. */
async function staleCards(hub: Hub, model: EmbeddingModel, ids: readonly number[]): Promise<StaleCard[]> {
  if (ids.length === 0) return []
  const rows = await hub.db.read
    .selectFrom('repo')
    .leftJoin('card_embedding as vector', 'vector.repo_id', 'repo.id')
    .select(['repo.id', 'repo.vis', 'repo.head', 'vector.head as done', 'vector.model'])
    .where('repo.id', 'in', ids)
    .where('repo.kind', '=', kindOf('model'))
    .execute()
  const deleted = rows.filter(({ vis, done }) => isDeleted(vis) && done !== null).map(({ id }) => id)
  if (deleted.length > 0) await hub.db.write((tx) => tx.deleteFrom('card_embedding').where('repo_id', 'in', deleted).execute())
  const stale = rows.filter(
    (row) =>
      !isDeleted(row.vis) && row.head !== null && (row.done === null || row.model !== model.key || !toBuffer(row.done).equals(row.head)),
  )
  return await readCards(
    hub,
    model,
    stale.slice(0, perSweep + 1).map(({ id }) => id),
  )
}

async function readCards(hub: Hub, model: EmbeddingModel, ids: readonly number[]): Promise<StaleCard[]> {
  if (ids.length === 0) return []
  const rows = await hub.db.read
    .selectFrom('repo')
    .leftJoin('card', 'card.repo_id', 'repo.id')
    .leftJoin('card_embedding as vector', 'vector.repo_id', 'repo.id')
    .selectAll('repo')
    .select(['card.text as body', 'vector.text_hash as hash', 'vector.model'])
    .where('repo.id', 'in', ids)
    .execute()
  const cards: StaleCard[] = []
  for (const row of rows) {
    const text = cardText({ ...toRepo(row), body: row.body ?? '' })
    const hash = createHash('sha256').update(text).digest()
    if (row.head === null) continue
    const card = { repoId: row.id, head: row.head, text, hash }
    // The commit changed only other files: the vector stays.
    if (row.model === model.key && row.hash !== null && toBuffer(row.hash).equals(hash)) await keep(hub, card)
    else cards.push(card)
  }
  return cards
}

async function keep(hub: Hub, { repoId, head }: StaleCard): Promise<void> {
  await hub.db.write((tx) => tx.updateTable('card_embedding').set({ head }).where('repo_id', '=', repoId).execute())
}

async function store(
  hub: Hub,
  model: EmbeddingModel,
  cards: readonly StaleCard[],
  vectors: readonly (Float32Array | null)[],
): Promise<void> {
  const updated = hub.now().getTime()
  const rows = cards.map(({ repoId, head, hash }, index) => {
    const vector = vectors[index] ?? null
    return {
      repo_id: repoId,
      model: model.key,
      head,
      text_hash: hash,
      vector: vector === null ? Buffer.alloc(0) : toVectorBytes(vector),
      updated,
    }
  })
  await hub.db.write((tx) =>
    tx
      .insertInto('card_embedding')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('repo_id').doUpdateSet({
          model: sql.ref('excluded.model'),
          head: sql.ref('excluded.head'),
          text_hash: sql.ref('excluded.text_hash'),
          vector: sql.ref('excluded.vector'),
          updated: sql.ref('excluded.updated'),
        }),
      )
      .execute(),
  )
}
