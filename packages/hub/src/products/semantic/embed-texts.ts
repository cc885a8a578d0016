import { EngineError, type LocalEngine } from '../inference/index.ts'
import type { EmbeddingModel } from './semantic-state.ts'
import { unit } from './vector-index.ts'

/**
 * Unit vectors for texts; `null` where the model returns a zero vector or none.
 * @throws {EngineError}; the signal's reason
 */
export async function embedTexts(
  engine: LocalEngine,
  model: EmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const request = { repoUid: model.repoUid, id: model.id, commit: model.commit, task: 'feature-extraction', inputs: texts, parameters: {} }
  for await (const event of engine.run(request, signal)) {
    if (event.type !== 'result') continue
    const rows = event.value
    if (!Array.isArray(rows) || rows.length !== texts.length) break
    return rows.map((row: unknown) => (Array.isArray(row) && row.every((value) => typeof value === 'number') ? unit(row) : null))
  }
  throw new EngineError('engine.unsupported', `${model.id} does not return one vector per text.`)
}
