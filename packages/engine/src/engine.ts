import { mkdirSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isHubError } from '@portolan/contract'
import {
  EngineError,
  type EngineErrorCode,
  type EngineEvent,
  type EngineModel,
  type EngineRequest,
  type Hub,
  type LoadedModel,
  type LocalEngine,
} from '@portolan/hub'
import { WorkerError, type WorkerFault, WorkerPool } from '@portolan/sandbox'
import { EventLine } from './event-line.ts'
import { type CachedModel, ModelCache } from './model-cache.ts'
import { refusal } from './model-plan.ts'
import { ModelWorker } from './model-worker.ts'
import { reportLoading } from './report-loading.ts'
import { defaultRuntimeFolder, runtimeProblem } from './runtime-folder.ts'
import { pipelineOf } from './served-tasks.ts'

export interface EngineOptions {
  readonly hub: Hub
  /** False: the engine responds that it is disabled. */
  readonly enabled?: boolean
  /** Where `npm run engine` installed the runtime. */
  readonly runtimeFolder?: string
  /** Memory limit per worker process, in MB. */
  readonly memoryMb?: number
  /** Maximum number of worker processes. */
  readonly workers?: number
  /** Time limit per call, including loading the model. */
  readonly timeLimitSeconds?: number
  /** Idle time after which a model is unloaded, and a worker without models ends. */
  readonly idleSeconds?: number
  /** Calls that may wait for a worker; further ones are rejected as busy. */
  readonly waiting?: number
  /** Size of the model copies on disk, in MB; hard links to the blob store count, too. */
  readonly cacheMb?: number
}

const mb = 1024 * 1024

/** How often to look for copies of deleted models. */
const tidyMs = 600_000

/** Memory of a worker beyond the weights of its models: the runtime itself and its working memory. */
const runtimeBytes = 200 * mb

/** Opens the engine. Starts no process: the first call does. Always opens; `unavailable` says why it cannot run. */
export function openLocalEngine(options: EngineOptions): LocalEngine {
  return new Engine(options)
}

function realFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  return realpathSync(path)
}

class Engine implements LocalEngine {
  readonly unavailable: string | null
  readonly #hub: Hub
  readonly #cache: ModelCache
  readonly #pool: WorkerPool<ModelWorker>
  readonly #waiting: number
  readonly #memoryBytes: number
  readonly #modelsFolder: string
  readonly #tidy: NodeJS.Timeout
  #jobs = 0

  constructor({ hub, enabled = true, runtimeFolder = defaultRuntimeFolder, ...options }: EngineOptions) {
    this.#hub = hub
    this.unavailable = enabled ? runtimeProblem(runtimeFolder) : 'The local engine is disabled (PORTOLAN_ENGINE).'
    this.#memoryBytes = (options.memoryMb ?? 2048) * mb
    const workers = options.workers ?? 2
    this.#modelsFolder = this.unavailable === null ? realFolder(join(hub.config.dataDir, 'engine')) : join(hub.config.dataDir, 'engine')
    this.#cache = new ModelCache(hub, {
      folder: this.#modelsFolder,
      maxBytes: (options.cacheMb ?? 20_480) * mb,
      maxWeightBytes: Math.max(0, this.#memoryBytes - runtimeBytes) / 2,
    })
    const tidy = () => {
      this.#cache
        .forgetDeleted()
        .catch((error: unknown) => hub.log.error('could not clean up the folder of the local engine', { error: String(error) }))
    }
    this.#tidy = setInterval(tidy, tidyMs)
    this.#tidy.unref()
    const limits = {
      // Read permissions use real paths: the module loader resolves links.
      runtimeFolder: this.unavailable === null ? realpathSync(runtimeFolder) : runtimeFolder,
      modelsFolder: this.#modelsFolder,
      memoryBytes: this.#memoryBytes,
      timeLimitMs: (options.timeLimitSeconds ?? 120) * 1000,
      threads: Math.max(1, Math.floor(availableParallelism() / workers)),
      log: hub.log,
    }
    this.#waiting = options.waiting ?? 32
    this.#pool = new WorkerPool({
      name: 'engine',
      start: () => new ModelWorker(limits),
      workers,
      waiting: this.#waiting,
      idleMs: (options.idleSeconds ?? 300) * 1000,
    })
  }

  refuses({ task, files, modelType }: EngineModel): string | null {
    return this.unavailable ?? refusal(task, files, modelType)
  }

  async *run(request: EngineRequest, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    signal.throwIfAborted()
    if (this.unavailable !== null) throw new EngineError('engine.unavailable', this.unavailable)
    // Leaving the loop early counts as aborting.
    const left = new AbortController()
    const stop = AbortSignal.any([signal, left.signal])
    const line = new EventLine<EngineEvent>()
    const work = this.#work(request, stop, (text) => line.push({ type: 'text', text })).then(
      (answer) => {
        line.push(answer)
        line.close()
      },
      (error: unknown) => line.close(error),
    )
    try {
      yield* line
    } finally {
      left.abort()
      await work
    }
  }

  status(): { readonly loaded: readonly LoadedModel[] } {
    const now = Date.now()
    const loaded = this.#pool.workers.flatMap((worker) =>
      [...worker.loaded.values()].map(({ id, commit, weightBytes, usedAt }) => ({
        id,
        commit,
        megabytes: Math.ceil(weightBytes / mb),
        idleSeconds: worker.isBusy ? 0 : Math.floor((now - usedAt) / 1000),
      })),
    )
    return { loaded }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#tidy)
    await this.#pool[Symbol.asyncDispose]()
  }

  async #work(request: EngineRequest, signal: AbortSignal, onText: (text: string) => void): Promise<EngineEvent> {
    const pipeline = pipelineOf(request.task)
    if (pipeline === null) throw new EngineError('engine.unsupported', `The local engine does not support ${request.task}.`)
    await mkdir(this.#modelsFolder, { recursive: true })
    const model = await this.#cache.take(request).catch((error: unknown) => {
      if (!isHubError(error)) throw error
      throw new EngineError('engine.unsupported', error.message, { cause: error })
    })
    try {
      return await this.#pool.use(model.key, (worker) => this.#runOn(worker, model, pipeline, request, onText, signal), signal)
    } catch (error) {
      throw error instanceof WorkerError ? this.#failed(error.fault) : error
    } finally {
      model.release()
    }
  }

  async #runOn(
    worker: ModelWorker,
    model: CachedModel,
    pipeline: string,
    request: EngineRequest,
    onText: (text: string) => void,
    signal: AbortSignal,
  ): Promise<EngineEvent> {
    const endLoading = worker.loaded.has(model.key) ? () => {} : reportLoading(this.#hub, request)
    try {
      this.#makeRoom(worker, model.key, model.plan.weightBytes)
      return await worker.run(
        {
          type: 'run',
          job: ++this.#jobs,
          model: model.key,
          // The library treats encoder-decoder models separately; for the hub they do text generation, too.
          pipeline: pipeline === 'text-generation' && 'encoder_model' in model.plan.dtypes ? 'text2text-generation' : pipeline,
          dtypes: model.plan.dtypes,
          task: request.task,
          inputs: request.inputs,
          messages: request.messages ?? null,
          parameters: request.parameters,
        },
        { id: request.id, commit: request.commit, weightBytes: model.plan.weightBytes },
        (text) => {
          endLoading()
          onText(text)
        },
        signal,
      )
    } finally {
      endLoading()
    }
  }

  #failed(fault: WorkerFault): EngineError {
    const [code, message] = {
      busy: ['engine.busy', `The local engine has ${this.#waiting} calls waiting. Try again in a few seconds.`],
      stopped: ['engine.unavailable', 'The hub is stopping.'],
      timeout: ['engine.timeout', 'The model exceeded the time limit of this hub. Try a shorter input or fewer new tokens.'],
      'out-of-memory': ['engine.out_of_memory', 'The model exceeded the memory limit of the local engine.'],
      crashed: ['engine.crashed', 'The process that ran the model exited. The next call starts a new one.'],
    }[fault] as [EngineErrorCode, string]
    return new EngineError(code, message)
  }

  /** Unloads the least recently used models until another one fits. */
  #makeRoom(worker: ModelWorker, key: string, weightBytes: number): void {
    if (worker.loaded.has(key)) return
    const room = (this.#memoryBytes - runtimeBytes) / 2 - weightBytes
    let held = [...worker.loaded.values()].reduce((sum, loaded) => sum + loaded.weightBytes, 0)
    for (const [other, loaded] of [...worker.loaded].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (held <= room) return
      worker.unload(other)
      held -= loaded.weightBytes
    }
  }
}
