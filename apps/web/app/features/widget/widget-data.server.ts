import type { CardPage, InferenceView } from '@portolan/pages'
import { toModelFacts } from '@portolan/snippets'
import { type BrowserWeights, chooseWeights, isTaskId, loadsInBrowser, pipelineType, runsInBrowser, weightBytes } from '@portolan/tasks'
import { noSampleInput } from '@portolan/tasks/samples'
import { widgetSamples } from './samples.server.ts'
import { taskForm } from './task-form.ts'
import type { WidgetSample } from './widget-inputs.ts'

/** Initial data of the widget on a model's page. */
export interface WidgetData {
  readonly model: string
  readonly commit: string
  readonly task: string
  readonly taskLabel: string
  /** Whether to show the chat form. */
  readonly isChat: boolean
  readonly samples: readonly WidgetSample[]
  /** Shown if there are no samples; `null` otherwise. */
  readonly noSample: string | null
  /** The weights that a browser can load, or the reason it cannot run this model. */
  readonly browser: { readonly weights: BrowserWeights; readonly bytes: number } | { readonly reason: string }
  /** The reason this hub cannot run the model, if it cannot. */
  readonly hubReason: string
}

function readsText(task: string): boolean {
  const fields = taskForm(task)?.fields ?? []
  return !fields.includes('image') && !fields.includes('sound')
}

/** The same wording as the hub's engine, which has the same requirement. */
const noWeights = 'it has no weights in ONNX format (onnx/*.onnx)'

/** The share of 32-bit WebAssembly memory available for weights. Bytes. */
const maxBytes = 3.5e9

/** Returns the widget's data, or `null` if the repo is not a model or its task has no form. */
export function widgetData(page: CardPage, inference: InferenceView | null): WidgetData | null {
  const { header, commitOid, record, facts } = page
  if (header.type !== 'model' || header.task === null || !isTaskId(header.task)) return null
  const model = toModelFacts(record)
  const browser = inBrowser(page, header.task, model.modelType)
  // In the browser, chat requires the model's chat template; a server may have its own.
  const isChat = header.task === 'text-generation' && model.isConversational && (facts.chatTemplate || 'reason' in browser)
  if (taskForm(isChat ? 'conversational' : header.task) === null) return null
  const samples = widgetSamples({
    task: header.task,
    isChat,
    card: Array.isArray(record['widgetData']) ? record['widgetData'] : [],
    languages: facts.languages,
    maskToken: model.maskToken,
    filesPath: `${header.path}/resolve/${commitOid}/`,
  })
  return {
    model: header.fullName,
    commit: commitOid,
    task: header.task,
    taskLabel: pipelineType(header.task).name,
    isChat,
    samples,
    noSample: samples.length === 0 ? noSampleInput : null,
    browser,
    hubReason: hubReason(page, inference),
  }
}

function hubReason({ header }: CardPage, inference: InferenceView | null): string {
  if (!header.viewer.canReadContent) return 'you have no access to its files'
  return inference?.engineRefusal ? sentencePart(inference.engineRefusal) : 'nothing serves it'
}

/** Formats a sentence for use inside another one. */
function sentencePart(sentence: string): string {
  return (sentence.slice(0, 1).toLowerCase() + sentence.slice(1)).replace(/\.$/, '')
}

function inBrowser({ header, weights, record }: CardPage, task: string, modelType: string | null): WidgetData['browser'] {
  if (!header.viewer.canReadContent) return { reason: 'you have no access to its files' }
  if (!runsInBrowser(task)) return { reason: `transformers.js has no pipeline for ${task}` }
  if (Object.keys(weights).length === 0) return { reason: noWeights }
  const files = new Set((record['siblings'] as { rfilename: string }[]).map(({ rfilename }) => rfilename))
  if (!files.has('config.json')) return { reason: 'it has no config.json' }
  if (readsText(task) && !files.has('tokenizer.json')) return { reason: 'it has no tokenizer.json' }
  if (!loadsInBrowser(task, modelType))
    return { reason: `transformers.js loads no model of the type ${modelType ?? '(none is named)'} for its task` }
  const chosen = chooseWeights(weights, 'wasm')
  if (chosen === null) return { reason: 'none of its ONNX files suits a browser' }
  const bytes = weightBytes(chosen)
  if (bytes > maxBytes) return { reason: 'its weights are larger than the memory of a browser' }
  return { weights, bytes }
}
