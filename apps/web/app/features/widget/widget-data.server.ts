import type { CardPage, InferenceView } from '@portolan/pages'
import { toModelFacts } from '@portolan/snippets'
import { type BrowserWeights, chooseWeights, isTaskId, loadsInBrowser, pipelineType, runsInBrowser, weightBytes } from '@portolan/tasks'
import { noSampleInput } from '@portolan/tasks/samples'
import { widgetSamples } from './samples.server.ts'
import { taskForm } from './task-form.ts'
import type { WidgetSample } from './widget-inputs.ts'

/** What the widget of a model's page starts from. */
export interface WidgetData {
  readonly model: string
  readonly commit: string
  readonly task: string
  readonly taskLabel: string
  /** The form is the one of chats. */
  readonly isChat: boolean
  readonly samples: readonly WidgetSample[]
  /** Said where there is no sample; `null` where there is one. */
  readonly noSample: string | null
  /** The weights that a browser can load, or why it cannot run this model. */
  readonly browser: { readonly weights: BrowserWeights; readonly bytes: number } | { readonly reason: string }
  /** Why nobody answers for the model on this hub, where nobody does. */
  readonly hubReason: string
}

function readsText(task: string): boolean {
  const fields = taskForm(task)?.fields ?? []
  return !fields.includes('image') && !fields.includes('sound')
}

/** In the words of the hub's engine, which needs the same. */
const noWeights = 'it has no weights in ONNX format (onnx/*.onnx)'

/** The parts of 32-bit WebAssembly memory that weights may take. */
const maxBytes = 3.5e9

/** The widget of a model, or `null` where there is nothing to try: no model, or no task that has a form. */
export function widgetData(page: CardPage, inference: InferenceView | null): WidgetData | null {
  const { header, commitOid, record, facts } = page
  if (header.type !== 'model' || header.task === null || !isTaskId(header.task)) return null
  const model = toModelFacts(record)
  const browser = inBrowser(page, header.task, model.modelType)
  // In the browser a chat needs the template; a server may have one of its own.
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

/** A sentence, to stand in another one. */
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
