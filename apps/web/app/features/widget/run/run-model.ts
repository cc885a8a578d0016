import { env, LogLevel, pipeline, type ProgressInfo } from '@huggingface/transformers'
import { browserPipeline, chooseWeights } from '@portolan/tasks'
import { device } from './onnx-runtime.ts'
import type { RunEvent, RunQuestion } from './protocol.ts'
import { type Pipe, runTask, WrongSampleRate } from './run-task.ts'

type Tell = (event: RunEvent) => void

/** The loaded model: a worker serves one page, and a page shows one model. */
let loaded: Promise<Pipe> | null = null

/** Loads the model on the first call, and runs it once. @throws {Error} from the runtime */
export async function run(question: RunQuestion, post: Tell): Promise<void> {
  post({ type: 'device', device })
  loaded ??= load(question, post)
  const pipe = await loaded.catch((error: unknown) => {
    loaded = null
    throw error
  })
  post({ type: 'loaded' })
  const start = performance.now()
  try {
    const value = await runTask(pipe, question, (text) => post({ type: 'text', text }))
    post({ type: 'result', value, milliseconds: performance.now() - start })
  } catch (error) {
    if (!(error instanceof WrongSampleRate)) throw error
    post({ type: 'rate', rate: error.rate })
  }
}

async function load({ model, commit, host, task, weights }: RunQuestion, post: Tell): Promise<Pipe> {
  const name = browserPipeline(task)
  if (name === null) throw new Error(`There is no pipeline for ${task} in the browser.`)
  const files = chooseWeights(weights, device)
  if (files === null) throw new Error('None of the ONNX files of this model suits this browser.')
  env.allowLocalModels = false
  env.remoteHost = host
  // The commit is part of the URL, because not every request of the library includes the revision it was given.
  env.remotePathTemplate = `{model}/resolve/${commit}/`
  // The browser's cache revalidates with the hub, which checks that the caller still has read access; the library's cache would not.
  env.useBrowserCache = false
  env.useWasmCache = false
  env.logLevel = LogLevel.ERROR
  const options = {
    device,
    dtype: Object.fromEntries(Object.entries(files).map(([part, { format }]) => [part, format])),
    progress_callback: (info: ProgressInfo) => postProgress(info, post),
    ...externalData(files),
  }
  return (await pipeline(name as 'text-classification', model, options as object)) as unknown as Pipe
}

/** Specifies which files have external data; if none do, the model's configuration decides. */
function externalData(files: NonNullable<ReturnType<typeof chooseWeights>>): object {
  const parts = Object.entries(files).filter(([, { dataFiles }]) => dataFiles > 0)
  if (parts.length === 0) return {}
  return { use_external_data_format: Object.fromEntries(parts.map(([part, { dataFiles }]) => [part, dataFiles])) }
}

function postProgress(info: ProgressInfo, post: Tell): void {
  if (info.status === 'progress')
    post({ type: 'file', path: info.file, loaded: info.loaded, total: Number.isFinite(info.total) && info.total > 0 ? info.total : null })
}
