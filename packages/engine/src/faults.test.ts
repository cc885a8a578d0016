import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openLocalEngine } from './engine.ts'
import {
  llamaFiles,
  type ModelFolder,
  noLlama,
  noRuntime,
  openEngineHub,
  runToEnd,
  testRuntimeFolder as runtimeFolder,
  uploadModel,
} from './testing/engine-hub.ts'
import { onnxFile, type OnnxGraph } from './testing/onnx.ts'
import { lookupGraph, table, textClassifier, tokenInputs, words } from './testing/tiny-text-models.ts'
import { endlessTokenizer } from './testing/endless-tokenizer.ts'
import { cpuTicks, environmentOf, workerPids } from './testing/worker-pids.ts'

const noLinux = process.platform === 'linux' ? null : 'looks at /proc'
const good = { task: 'text-classification', inputs: 'good' }
const goodAnswer = { last: { type: 'result', value: [[{ label: 'POSITIVE' }, { label: 'NEGATIVE' }]] } }

describe.skipIf(noRuntime !== null || noLinux !== null || noLlama !== null)('a worker in trouble', () => {
  test('killed while it generates: the call gets an error, the next one another worker', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1 })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const request = {
      ...model,
      task: 'text-generation',
      inputs: 'Once upon a time',
      parameters: { max_new_tokens: 400, min_new_tokens: 400 },
    }
    let pieces = 0
    const killed = async () => {
      for await (const event of engine.run(request, new AbortController().signal)) {
        if (event.type === 'text' && ++pieces === 3) for (const pid of workerPids()) process.kill(pid, 'SIGKILL')
      }
    }
    await expect(killed()).rejects.toMatchObject({
      code: 'engine.crashed',
      message: expect.stringContaining('The next call starts a new one') as string,
    })
    expect(pieces).toBeGreaterThanOrEqual(3)
    expect(engine.status().loaded).toEqual([])
    expect((await runToEnd(engine, { ...request, parameters: { max_new_tokens: 5 } })).last).toMatchObject({
      usage: { completionTokens: 5 },
    })
  })

  test('aborting stops the generation, and the same worker goes on with the next call', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1 })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const request = {
      ...model,
      task: 'text-generation',
      inputs: 'Once upon a time',
      parameters: { max_new_tokens: 500, min_new_tokens: 500 },
    }
    const caller = new AbortController()
    const aborted = async () => {
      for await (const event of engine.run({ ...request }, caller.signal))
        if (event.type === 'text') caller.abort(new Error('the caller left'))
    }
    await expect(aborted()).rejects.toThrow('the caller left')
    const [pid] = workerPids()
    // Leaving the loop counts as aborting.
    for await (const event of engine.run(request, new AbortController().signal)) if (event.type === 'text') break
    expect((await runToEnd(engine, { ...request, parameters: { max_new_tokens: 5 } })).last).toMatchObject({
      usage: { completionTokens: 5 },
    })
    expect(workerPids()).toEqual([pid])
  })

  test('has no environment, and idle it ends', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, idleSeconds: 1 })
    const model = await uploadModel(world.hub, world.owner, 'tiny', textClassifier)
    await runToEnd(engine, { ...model, ...good })
    const [pid = 0] = workerPids()
    expect(environmentOf(pid).filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual(['PWD'])
    await expect.poll(() => workerPids(), { timeout: 60_000 }).toEqual([])
    expect(engine.status().loaded).toEqual([])
    expect(await runToEnd(engine, { ...model, ...good })).toMatchObject(goodAnswer)
  })

  test('too many at once: some answers, and for the rest a hint to come back', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1, waiting: 3 })
    const model = await uploadModel(world.hub, world.owner, 'tiny', textClassifier)
    await runToEnd(engine, { ...model, ...good })
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => runToEnd(engine, { ...model, ...good })))
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => reason as { code: string; message: string })
    // One running and three waiting, plus another that arrives after the first was answered.
    expect(all.length - refused.length).toBeGreaterThanOrEqual(4)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['engine.busy']))
    expect(refused[0]?.message).toMatch(/3 calls waiting. Try again/)
    expect(await runToEnd(engine, { ...model, ...good })).toMatchObject(goodAnswer)
  })

  test('a flood of calls to one model does not keep others from theirs', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1 })
    const popular = await uploadModel(world.hub, world.owner, 'popular', textClassifier)
    const other = await uploadModel(world.hub, world.owner, 'other', textClassifier)
    await Promise.all([popular, other].map((model) => runToEnd(engine, { ...model, ...good })))
    const order: string[] = []
    const ask = async (model: typeof popular) => {
      await runToEnd(engine, { ...model, ...good })
      order.push(model.id)
    }
    await Promise.all([...Array.from({ length: 10 }, () => ask(popular)), ask(other)])
    expect(order.indexOf(other.id)).toBeLessThan(3)
    expect(order.length).toBe(11)
  })

  test('closing ends what runs and what waits, and starts nothing anew', async () => {
    await using world = await openEngineHub()
    const engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1 })
    const llama = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const long = { ...llama, task: 'text-generation', inputs: 'Once', parameters: { max_new_tokens: 400, min_new_tokens: 400 } }
    const calls = Promise.allSettled([0, 1, 2].map(() => runToEnd(engine, long)))
    await expect.poll(() => engine.status().loaded.length, { timeout: 60_000 }).toBe(1)
    await engine[Symbol.asyncDispose]()
    expect((await calls).map((call) => (call.status === 'rejected' ? (call.reason as { code: string }).code : 'answered'))).toEqual([
      'engine.unavailable',
      'engine.unavailable',
      'engine.unavailable',
    ])
    expect(workerPids()).toEqual([])
    await expect(runToEnd(engine, long)).rejects.toMatchObject({ code: 'engine.unavailable' })
  })

  test('who leaves the line makes room in it', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1, waiting: 1 })
    const llama = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const caller = new AbortController()
    const long = { ...llama, task: 'text-generation', inputs: 'Once', parameters: { max_new_tokens: 300, min_new_tokens: 300 } }
    const running = runToEnd(engine, long)
    await expect.poll(() => engine.status().loaded.length, { timeout: 60_000 }).toBe(1)
    setTimeout(() => caller.abort(new Error('enough')), 50)
    await expect(runToEnd(engine, long, caller.signal)).rejects.toThrow('enough')
    expect((await runToEnd(engine, { ...long, parameters: { max_new_tokens: 2 } })).last).toMatchObject({ usage: { completionTokens: 2 } })
    expect((await running).last).toMatchObject({ usage: { completionTokens: 300 } })
  })
})

/** A graph that creates a tensor whose size its input does not reveal: 4 bytes times `cells`. */
function greedy(cells: number): OnnxGraph {
  return {
    inputs: tokenInputs,
    outputs: [{ name: 'logits', dims: ['batch', 2] }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['looked_up'] },
      { op: 'ReduceMean', inputs: ['looked_up'], outputs: ['few'], attributes: { axes: [1], keepdims: 0 } },
      { op: 'Tile', inputs: ['few', 'often'], outputs: ['many'] },
      { op: 'ReduceMean', inputs: ['many'], outputs: ['mean'], attributes: { axes: [1], keepdims: 1 } },
      { op: 'Add', inputs: ['few', 'mean'], outputs: ['logits'] },
    ],
    weights: [
      { name: 'table', dims: [words.length, 2], data: table(2, { good: [1, 2] }) },
      { name: 'often', dims: [2], data: [1, cells / 2], type: 'int64' },
    ],
  }
}

describe.skipIf(noRuntime !== null || noLinux !== null)('a model that means harm', () => {
  const withFiles = (files: ModelFolder): ModelFolder => ({ ...textClassifier, ...files })

  test.for<[what: string, model: ModelFolder, code: string, message: RegExp]>([
    ['more memory than a worker has', withFiles({ 'onnx/model.onnx': onnxFile(greedy(130e6)) }), 'engine.out_of_memory', /memory limit/],
    ['more memory than the machine has', withFiles({ 'onnx/model.onnx': onnxFile(greedy(900e6)) }), 'engine.out_of_memory', /memory limit/],
    ['broken weights', withFiles({ 'onnx/model.onnx': Buffer.from('no weights at all') }), 'engine.unsupported', /could not be loaded/],
    ['empty weights', withFiles({ 'onnx/model.onnx': Buffer.alloc(0) }), 'engine.unsupported', /could not be loaded/],
    ['a broken config', withFiles({ 'config.json': '{' }), 'engine.unsupported', /could not be loaded/],
    ['a config of another kind', withFiles({ 'config.json': '[1]' }), 'engine.unsupported', /could not be loaded/],
    [
      'a model type that nobody knows',
      withFiles({ 'config.json': { model_type: '__proto__' } }),
      'engine.unsupported',
      /could not be loaded|failed/,
    ],
    [
      'a broken tokenizer',
      withFiles({ 'tokenizer.json': { model: { type: 'WordPiece' } } }),
      'engine.unsupported',
      /could not be loaded|failed/,
    ],
    [
      'inputs that nobody gives',
      withFiles({
        'onnx/model.onnx': onnxFile({ ...lookupGraph('logits', 2, table(2, {})), inputs: [...tokenInputs, { name: 'more', dims: [1] }] }),
      }),
      'engine.unsupported',
      /failed on this input/,
    ],
    [
      'weights beside a file elsewhere',
      withFiles(elsewhere('../../../../../../../../etc/passwd')),
      'engine.unsupported',
      /could not be loaded/,
    ],
    ['weights beside a file named from the root', withFiles(elsewhere('/etc/passwd')), 'engine.unsupported', /could not be loaded/],
  ])('%s', async ([, files, code, message]) => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1, memoryMb: 500 })
    const model = await uploadModel(world.hub, world.owner, 'bad', files)
    const fine = await uploadModel(world.hub, world.owner, 'fine', textClassifier)
    const error = await runToEnd(engine, { ...model, ...good }).catch((caught: unknown) => caught as { code: string; message: string })
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string })
    expect('message' in error && error.message).not.toContain(world.hub.config.dataDir)
    expect(await runToEnd(engine, { ...fine, ...good })).toMatchObject(goodAnswer)
  })

  test.for<[what: string, model: ModelFolder, inputs: string, task: string]>([
    ['a pattern that never ends', endlessTokenizer.model, endlessTokenizer.text, 'text-classification'],
  ])('%s meets the time limit', async ([, files, inputs, task]) => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1, timeLimitSeconds: 3 })
    const model = await uploadModel(world.hub, world.owner, 'slow', files)
    const fine = await uploadModel(world.hub, world.owner, 'fine', textClassifier)
    await expect(runToEnd(engine, { ...model, task, inputs })).rejects.toMatchObject({ code: 'engine.timeout' })
    expect(await runToEnd(engine, { ...fine, ...good })).toMatchObject(goodAnswer)
  })
})

describe.skipIf(noRuntime !== null || noLinux !== null)('a hub that is killed', () => {
  test('takes its workers with it, also one that cannot hear', async () => {
    const program = spawn(process.execPath, [fileURLToPath(new URL('testing/stuck-engine.ts', import.meta.url)), runtimeFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(program.stdout, 'data')) as [Buffer]
    const { worker, folder } = JSON.parse(line.toString()) as { worker: number; folder: string }
    expect(existsSync(`/proc/${worker}`)).toBe(true)
    // It is in the middle of a pattern that never terminates.
    await expect.poll(() => cpuTicks(worker), { timeout: 60_000 }).toBeGreaterThan(cpuTicks(worker) + 50)
    program.kill('SIGKILL')
    await expect.poll(() => existsSync(`/proc/${worker}`), { timeout: 60_000 }).toBe(false)
    await rm(folder, { recursive: true, force: true })
  })
})

/** A model that claims its embedding table is in another file of the machine. */
function elsewhere(location: string): ModelFolder {
  const graph = lookupGraph('logits', 2, [])
  return {
    'onnx/model.onnx': onnxFile({ ...graph, weights: [{ name: 'table', dims: [1, 2], data: [], external: { location, length: 8 } }] }),
  }
}
