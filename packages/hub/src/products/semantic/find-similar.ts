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

/** A model with a similar meaning. */
export interface SemanticHit {
  readonly repo: Repo
  /** Cosine similarity: 1 is identical. */
  readonly score: number
}

/** Hits, and the model that found them. */
export interface SemanticHits {
  /** `owner/name` of the embedding model; `null` when the caller may not see it. */
  readonly model: string | null
  readonly hits: readonly SemanticHit[]
}

/** Maximum characters of a query. */
const maxQuery = 500
/** Time for the model to load and respond. */
const engineMs = 60_000
/** How many neighbors to check before giving up: most of them may be hidden from the caller. */
const looks = [100, 1_000, 10_000]

/**
 * Models whose cards are closest in meaning to a text, nearest first, limited to those the actor may see.
 * @param options.waitMs how long to wait for the engine, which may have to load the model; it continues after that, and the next call gets the result
 * @returns `null` when the hub has no working embedding model, or the engine did not respond in time
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

/** The vector of a query: cached, and requested only once for concurrent callers. */
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
      hub.log.warn('semantic search failed', { model: model.id, error: String(error) })
      return 'failed' as const
    },
  )
  queries.set(key, asked)
  return await asked
}

/** Models whose cards are close to this one's, nearest first, limited to those the actor may see. `null` without an embedding model or a vector. */
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
    // The current rows decide who may see what.
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
