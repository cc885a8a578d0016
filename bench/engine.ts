import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openLocalEngine } from '@portolan/engine'
import {
  llamaFiles,
  noLlama,
  noRuntime,
  openEngineHub,
  runToEnd,
  testRuntimeFolder as runtimeFolder,
  uploadModel,
} from '@portolan/engine/testing'
import { interleaved, median, writeResult } from './measure.ts'

/*
 * How much overhead does the worker process add? Runs the tiny real Llama through the engine (another process, permissions, limits, a message per
 * token), and the same model with the same library and number of threads in one process. Also measures how long the first call takes, against a bare
 * program.
 */
const tokens = 300
const rounds = 8
if (noRuntime !== null || noLlama !== null) {
  console.log(`Not measured: ${noRuntime ?? noLlama ?? ''}`)
  process.exit(0)
}

interface Direct {
  (prompt: string, options: object): Promise<unknown>
  readonly tokenizer: unknown
}

const entry = pathToFileURL(join(runtimeFolder, 'node_modules/@huggingface/transformers/dist/transformers.node.mjs')).href
const library = (await import(entry)) as {
  env: object
  pipeline(task: string, model: string, options: object): Promise<Direct>
  TextStreamer: new (tokenizer: unknown, options: object) => object
}

await using world = await openEngineHub()
const { hub, owner } = world
const model = await uploadModel(hub, owner, 'llama', llamaFiles())
const threads = availableParallelism()
const request = { ...model, task: 'text-generation', inputs: 'Once upon a time' }
const parameters = { max_new_tokens: tokens, min_new_tokens: tokens }

const firstCalls: number[] = []
for (let round = 0; round < 5; round++) {
  await using engine = openLocalEngine({ hub, runtimeFolder, workers: 1 })
  const started = performance.now()
  await runToEnd(engine, { ...request, parameters: { max_new_tokens: 1 } })
  firstCalls.push(performance.now() - started)
}
const modelsFolder = join(hub.config.dataDir, 'engine')
const folder = readdirSync(modelsFolder)[0] ?? ''

const program = join(hub.config.dataDir, 'first.mjs')
writeFileSync(
  program,
  `const { env, pipeline } = await import(${JSON.stringify(entry)})
Object.assign(env, { allowRemoteModels: false, localModelPath: ${JSON.stringify(`${modelsFolder}/`)}, useFSCache: false })
const run = await pipeline('text-generation', ${JSON.stringify(folder)}, { dtype: 'fp32', device: 'cpu' })
await run('Once upon a time', { max_new_tokens: 1 })`,
)
const bareCalls: number[] = []
for (let round = 0; round < 5; round++) {
  const started = performance.now()
  const done = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  bareCalls.push(performance.now() - started)
}

Object.assign(library.env, { allowRemoteModels: false, localModelPath: `${modelsFolder}/`, useFSCache: false, logLevel: 50 })
const session_options = { intraOpNumThreads: threads, interOpNumThreads: 1 }
const direct = await library.pipeline('text-generation', folder, { dtype: 'fp32', device: 'cpu', session_options })
await using engine = openLocalEngine({ hub, runtimeFolder, workers: 1 })

/** Returns the tokens per second of one run. */
async function throughEngine(): Promise<number> {
  const started = performance.now()
  const { last } = await runToEnd(engine, { ...request, parameters })
  if (last.type !== 'result' || last.usage?.completionTokens !== tokens) throw new Error('fewer tokens than asked for')
  return (tokens / (performance.now() - started)) * 1000
}

async function inOneProcess(streamer: object | null): Promise<number> {
  const started = performance.now()
  await direct('Once upon a time', { ...parameters, ...(streamer && { streamer }) })
  return (tokens / (performance.now() - started)) * 1000
}

/** The library's own streamer decodes the whole paragraph for each token. */
const streamer = () =>
  new library.TextStreamer(direct.tokenizer, { skip_prompt: true, skip_special_tokens: true, callback_function: () => {} })

await throughEngine()
await inOneProcess(null)
const speeds = await interleaved(
  { engine: throughEngine, direct: () => inOneProcess(null), streaming: () => inOneProcess(streamer()) },
  rounds,
)
const result = {
  tokens,
  tokensPerSecond: { engine: median(speeds.engine), direct: median(speeds.direct), directStreaming: median(speeds.streaming) },
  ratio: median(speeds.engine) / median(speeds.direct),
  ratioToStreaming: median(speeds.engine) / median(speeds.streaming),
  firstCallMs: { engine: median(firstCalls), bareProgram: median(bareCalls) },
  firstCallRatio: median(firstCalls) / median(bareCalls),
}
console.log(`tiny Llama, ${tokens} tokens, ${threads} threads, median of ${rounds} runs in turn:`)
console.log(`  through the engine, streaming     ${result.tokensPerSecond.engine.toFixed(0)} tokens/s`)
console.log(`  in one process, text at the end   ${result.tokensPerSecond.direct.toFixed(0)} tokens/s   ratio ${result.ratio.toFixed(2)}`)
console.log(
  `  in one process, streaming         ${result.tokensPerSecond.directStreaming.toFixed(0)} tokens/s   ratio ${result.ratioToStreaming.toFixed(2)}`,
)
console.log(`first call (process, library, model, one token):`)
console.log(`  through the engine   ${result.firstCallMs.engine.toFixed(0)} ms`)
console.log(`  a bare program       ${result.firstCallMs.bareProgram.toFixed(0)} ms   ratio ${result.firstCallRatio.toFixed(2)}`)
writeResult('engine', result)
