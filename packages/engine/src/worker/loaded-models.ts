import type { Job } from '../protocol.ts'
import type { Pipeline, Runtime } from './runtime.ts'

/** A model that could not be loaded; `cause` says why. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

/** Pipelines in memory, by model; a model may be loaded as several. */
export class LoadedModels {
  readonly #runtime: Runtime
  readonly #threads: number
  readonly #models = new Map<string, Map<string, Pipeline>>()

  constructor(runtime: Runtime, threads: number) {
    this.#runtime = runtime
    this.#threads = threads
  }

  /** @throws {LoadError} */
  async load({ model, pipeline, dtypes }: Pick<Job, 'model' | 'pipeline' | 'dtypes'>): Promise<Pipeline> {
    const known = this.#models.get(model)?.get(pipeline)
    if (known) return known
    try {
      const loaded = await this.#runtime.pipeline(pipeline, model, {
        device: 'cpu',
        dtype: dtypes,
        // Set here, not by the model's config: weights find their external tensors next to them on their own.
        use_external_data_format: false,
        session_options: { intraOpNumThreads: this.#threads, interOpNumThreads: 1, executionProviders: ['cpu'] },
      })
      this.#models.set(model, (this.#models.get(model) ?? new Map<string, Pipeline>()).set(pipeline, loaded))
      return loaded
    } catch (error) {
      throw new LoadError('The model cannot be loaded', { cause: error })
    }
  }

  async unload(model: string): Promise<void> {
    const held = this.#models.get(model)
    this.#models.delete(model)
    for (const pipeline of held?.values() ?? []) await pipeline.dispose()
  }
}
