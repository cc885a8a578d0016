import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import type { LocalEngine } from '../inference/index.ts'
import { canRead, type Repo } from '../../repository/access/index.ts'
import { reposByUid } from '../../repository/search/index.ts'
import { oneLine } from './card-text.ts'
import type { RepoUid } from '../../uid.ts'
import { embedTexts } from './embed-texts.ts'
import { embeddingModel } from './embedding-model.ts'
import { liveVectors } from './live-vectors.ts'
import { type EmbeddingModel, semanticState } from './semantic-state.ts'
import type { VectorIndex } from './vector-index.ts'

/** A model that is near in meaning. */
export interface SemanticHit {
  readonly repo: Repo
  /** Cosine: 1 is the same. */
  readonly score: number
}

/** Hits, and the model that found them. */
export interface SemanticHits {
  /** `owner/name` of the embedding model; `null` when the caller may not know of it. */
  readonly model: string | null
  readonly hits: readonly SemanticHit[]
}

/** Letters of a question that are read. */
const maxQuery = 500
/** For the model to load and to answer. */
const engineMs = 60_000
/** How many neighbors are looked at before the rest is given up: most of them may be hidden from the caller. */
const looks = [100, 1_000, 10_000]

/**
 * Models whose cards mean what the text says, nearest first, that the actor may see.
 * @param options.waitMs how long to wait for the engine, which may have to load the model; it goes on after that, and the next call has its answer
 * @returns `null` when the hub has no embedding model that runs, or the engine did not answer in time
 */
export async function semanticSearch(
  hub: Hub,
  actor: Actor,
  text: string,
  options: { readonly limit: number; readonly waitMs: number },
): Promise<SemanticHits | null> {
  const question = oneLine(text).slice(0, maxQuery).toWellFormed()
  const chosen = await embeddingModel(hub)
  if (chosen === null || question === '') return null
  const { model, engine } = chosen
  const vectors = await liveVectors(hub, model.key)
  const query = await Promise.race([queryVector(hub, engine, model, question), sleep(options.waitMs, 'late' as const, { ref: false })])
  if (query === 'late' || query === 'failed') return null
  const name = await nameFor(hub, actor, model.repoUid)
  if (vectors === null || query === null || query.length !== vectors.dims) return { model: name, hits: [] }
  return { model: name, hits: await visible(hub, actor, vectors, query, options.limit, null) }
}

/** The vector of a question: remembered, and asked for once however many ask it at the same time. */
async function queryVector(
  hub: Hub,
  engine: LocalEngine,
  model: EmbeddingModel,
  question: string,
): Promise<Float32Array | null | 'failed'> {
  const { queries } = semanticState(hub)
  const key = `${model.key} ${question}`
  const known = queries.get(key)
  if (known) return await known
  const asked = embedTexts(engine, model, [question], AbortSignal.timeout(engineMs)).then(
    ([vector = null]) => vector,
    (error: unknown) => {
      queries.delete(key)
      hub.log.warn('semantic search got no answer', { model: model.id, error: String(error) })
      return 'failed' as const
    },
  )
  queries.set(key, asked)
  return await asked
}

/** Models whose cards are near to this one's, nearest first, that the actor may see. `null` without an embedding model or a vector. */
export async function similarModels(hub: Hub, actor: Actor, repo: Repo, limit: number): Promise<SemanticHits | null> {
  const chosen = await embeddingModel(hub)
  if (chosen === null || repo.type !== 'model') return null
  const vectors = await liveVectors(hub, chosen.model.key)
  const own = vectors?.get(repo.uid)?.slice() ?? null
  if (vectors === null || own === null) return null
  return { model: await nameFor(hub, actor, chosen.model.repoUid), hits: await visible(hub, actor, vectors, own, limit, repo.uid) }
}

async function visible(
  hub: Hub,
  actor: Actor,
  vectors: VectorIndex<RepoUid>,
  query: Float32Array,
  limit: number,
  except: RepoUid | null,
): Promise<SemanticHit[]> {
  let hits: SemanticHit[] = []
  for (const look of looks) {
    const near = await vectors.nearest(query, look)
    const scores = new Map(near.map(({ id, score }) => [id, score]))
    const ids = near.map(({ id }) => id).filter((id) => id !== except)
    hits = []
    // The rows decide who may see what, as they are now.
    for (let start = 0; start < ids.length && hits.length < limit; start += 500) {
      const repos = (await reposByUid(hub, ids.slice(start, start + 500))).filter((repo) => canRead(actor, repo))
      hits.push(...repos.map((repo) => ({ repo, score: scores.get(repo.uid) ?? 0 })))
    }
    if (hits.length >= limit || near.length < look) break
  }
  return hits.slice(0, limit)
}

async function nameFor(hub: Hub, actor: Actor, repoUid: RepoUid): Promise<string | null> {
  const [repo] = await reposByUid(hub, [repoUid])
  return repo && canRead(actor, repo) ? repo.fullName : null
}
