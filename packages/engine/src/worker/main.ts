import type { EngineErrorCode } from '@portolan/hub'
import type { Answer, FromWorker, Job, ToWorker } from '../protocol.ts'
import { InputError } from './input-error.ts'
import { LoadedModels, LoadError } from './loaded-models.ts'
import { loadRuntime } from './runtime.ts'
import { runTask } from './run-task.ts'

/*
 * The process that runs models: reads jobs from its parent, one at a time, and answers. It runs until the parent ends it.
 * Arguments: the module to import, the folder of models, the number of threads for inference.
 */
const [entry = '', modelsFolder = '', threads = '1'] = process.argv.slice(2)

let running: { job: number; abort: AbortController } | null = null

function post(message: FromWorker): void {
  process.send?.(message)
}

const runtime = await loadRuntime(entry, modelsFolder)
const models = new LoadedModels(runtime, Number(threads))

process.on('message', (message: ToWorker) => {
  if (message.type === 'run') void run(message)
  else if (message.type === 'abort') {
    if (running?.job === message.job) running.abort.abort()
  } else void models.unload(message.model)
})
process.on('disconnect', () => process.exit(0))
post({ type: 'ready' })

async function run(job: Job): Promise<void> {
  const abort = new AbortController()
  running = { job: job.job, abort }
  try {
    const pipeline = await models.load(job)
    abort.signal.throwIfAborted()
    const answer = await runTask({
      runtime,
      entry,
      pipeline,
      job,
      signal: abort.signal,
      onText: (text) => post({ type: 'text', job: job.job, text }),
    })
    checkSize(answer)
    post({ ...answer, job: job.job })
  } catch (error) {
    post({ type: 'error', job: job.job, ...explain(error) })
  } finally {
    running = null
    post({ type: 'memory', bytes: process.memoryUsage.rss() })
  }
}

/** Maximum bytes of an answer, which ends up in the memory of the hub. */
const maxAnswerBytes = 64 * 1024 * 1024

function checkSize(answer: Answer): void {
  const bytes = answer.type === 'file' ? answer.bytes.length : JSON.stringify(answer.value).length
  if (bytes > maxAnswerBytes)
    throw new InputError(`The response has ${Math.ceil(bytes / 1024 / 1024)} MB; at most ${maxAnswerBytes / 1024 / 1024} are allowed.`)
}

/** What the caller may see: no paths, no stack, none of the tensors that the library includes in some messages. */
function explain(error: unknown): { code: EngineErrorCode; message: string } {
  if (error instanceof InputError) return { code: 'engine.invalid_input', message: error.message }
  const cause = error instanceof LoadError ? error.cause : error
  const text = String(cause instanceof Error ? cause.message : cause)
    .replaceAll(modelsFolder, '')
    .replace(/\/m[0-9a-f]{24}-[0-9a-f]{20}\/?/g, '')
    .replace(/file:\/\/\S+|\/(?:[\w.@+-]+\/){2,}[\w.@+-]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  if (/bad_alloc|out of memory|Array buffer allocation failed|Failed to allocate/i.test(text))
    return { code: 'engine.out_of_memory', message: 'The model exceeded the memory limit of the local engine.' }
  if (error instanceof LoadError) return { code: 'engine.unsupported', message: `The model could not be loaded: ${text}` }
  return { code: 'engine.unsupported', message: `The model failed on this input: ${text}` }
}
