import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRepo, createUser, type EngineRequest, type EngineEvent, loadActor, type LocalEngine, type UserActor } from '@portolan/hub'
import { openTestHub, type TestHub } from '@portolan/hub/testing'
import { openLocalEngine } from '../engine.ts'
import { defaultRuntimeFolder, runtimeProblem } from '../runtime-folder.ts'

/** Where the tests find what `npm run engine` installs. */
export const testRuntimeFolder = process.env['PORTOLAN_ENGINE_RUNTIME'] ?? defaultRuntimeFolder

/** Why tests that run models are skipped, or `null`. The runner lists skipped tests (scripts/test/tools.ts). */
export const noRuntime = runtimeProblem(testRuntimeFolder)

const sharedData = process.env['PORTOLAN_SHARED_DATA'] ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))

/** Why tests on the real tiny Llama are skipped, or `null`. */
export const noLlama = existsSync(join(sharedData, 'models/karpathy/stories260K/onnx')) ? null : `${sharedData} has no models`

/** Files of a model, by path. */
export type ModelFolder = Readonly<Record<string, Buffer | string | object>>

/** The real tiny Llama, without the formats that the engine does not read. */
export function llamaFiles(): Record<string, Buffer> {
  const folder = join(sharedData, 'models/karpathy/stories260K')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => /\.(?:json|onnx)$/.test(path))
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

/** `model_type` in the model's configuration. */
export function typeOf(model: ModelFolder): string | null {
  const config = model['config.json'] ?? {}
  const parsed = (typeof config === 'string' || Buffer.isBuffer(config) ? JSON.parse(String(config)) : config) as { model_type?: string }
  return parsed.model_type ?? null
}

/** A hub with one user, who uploads models. */
export async function openEngineHub(): Promise<{ hub: TestHub; owner: UserActor } & AsyncDisposable> {
  const hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null, email: 'ada@example.org' })
  const owner = await loadActor(hub.db.read, account.id, null)
  if (owner === null) throw new Error('no user')
  return { hub, owner, [Symbol.asyncDispose]: () => hub.close() }
}

/** Uploads a model in one commit; returns what to ask an engine to run. */
export async function uploadModel(
  hub: TestHub,
  owner: UserActor,
  name: string,
  folder: ModelFolder,
): Promise<Pick<EngineRequest, 'repoUid' | 'id' | 'commit'>> {
  const files = Object.entries(folder).map(([path, content]) => ({
    path,
    content: Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  }))
  const repo = await createRepo(hub, owner, { type: 'model', name, files })
  if (repo.headOid === null) throw new Error('no commit')
  return { repoUid: repo.uid, id: repo.fullName, commit: repo.headOid }
}

/** Runs to the end: returns the text pieces as they came, and the last event. */
export async function runToEnd(
  engine: LocalEngine,
  request: Pick<EngineRequest, 'repoUid' | 'id' | 'commit' | 'task'> & Partial<EngineRequest>,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ texts: string[]; last: Exclude<EngineEvent, { type: 'text' }> }> {
  const texts: string[] = []
  for await (const event of engine.run({ inputs: null, parameters: {}, ...request }, signal)) {
    if (event.type !== 'text') return { texts, last: event }
    texts.push(event.text)
  }
  throw new Error('The run ended without an answer')
}

/** A hub with an engine for a whole test file: a worker takes half a second to start. Uploads each model once, however often it is run. */
export class EngineWorld {
  readonly #uploaded = new Map<ModelFolder, Promise<Pick<EngineRequest, 'repoUid' | 'id' | 'commit'>>>()
  readonly engine: LocalEngine
  readonly #world: Awaited<ReturnType<typeof openEngineHub>>

  private constructor(world: Awaited<ReturnType<typeof openEngineHub>>) {
    this.#world = world
    this.engine = openLocalEngine({ hub: world.hub, runtimeFolder: testRuntimeFolder, workers: 1 })
  }

  static async open(): Promise<EngineWorld> {
    return new EngineWorld(await openEngineHub())
  }

  async run(model: ModelFolder, request: Pick<EngineRequest, 'task' | 'inputs'> & Partial<EngineRequest>) {
    const uploading = this.#uploaded.get(model) ?? uploadModel(this.#world.hub, this.#world.owner, `tiny-${this.#uploaded.size}`, model)
    this.#uploaded.set(model, uploading)
    return await runToEnd(this.engine, { ...(await uploading), ...request })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]()
    await this.#world[Symbol.asyncDispose]()
  }
}
