import { defaultWidgetExamples } from '@portolan/tasks/samples'
import type { StoredMedia, Table, WidgetSample } from './widget-inputs.ts'

/** At most this many of a card's examples are offered, each no longer than `maxText`. */
const maxSamples = 20
const maxText = 8_000

export interface SampleQuestion {
  readonly task: string
  readonly isChat: boolean
  /** The card's own examples, unvalidated. */
  readonly card: readonly unknown[]
  readonly languages: readonly string[]
  readonly maskToken: string | null
  /** Base path of the files that the card names: `/owner/name/resolve/<commit>/`. */
  readonly filesPath: string
}

/** Returns the widget's samples: the usable examples of the card, or the task's defaults if there are none. */
export function widgetSamples({ task, isChat, card, languages, maskToken, filesPath }: SampleQuestion): WidgetSample[] {
  const own = card.slice(0, maxSamples).flatMap((example) => sampleOf(task, example, filesPath) ?? [])
  if (own.length > 0) return own
  const defaults = (isChat ? defaultWidgetExamples('conversational', languages) : []).concat(
    defaultWidgetExamples(task, languages, maskToken),
  )
  return defaults.flatMap((example) => sampleOf(task, example, filesPath) ?? [])
}

function sampleOf(task: string, example: unknown, filesPath: string): WidgetSample | null {
  if (typeof example !== 'object' || example === null)
    return typeof example === 'string' ? sampleOf(task, { text: example }, filesPath) : null
  const value = example as Record<string, unknown>
  const text = textOf(value['text']) ?? textOf(value['prompt']) ?? firstMessage(value['messages'])
  const asks = task.includes('question-answering')
  const media = mediaOf(value['src'], filesPath)
  const hears = /audio|speech-recognition|voice/.test(task) && !task.startsWith('text-to')
  const sentences = Array.isArray(value['sentences']) ? value['sentences'].flatMap((each) => textOf(each) ?? []) : []
  const table = tableOf(value['table']) ?? tableOf(value['structured_data']) ?? tableOf(value['structuredData'])
  const inputs: { -readonly [K in keyof WidgetSample['inputs']]: WidgetSample['inputs'][K] } = {}
  if (text !== null) inputs[asks ? 'question' : 'text'] = text
  const context = textOf(value['context'])
  if (context !== null) inputs.context = context
  const labels = textOf(value['candidate_labels'])
  if (labels !== null) inputs.labels = labels
  const source = textOf(value['source_sentence'])
  if (source !== null) inputs.source = source
  if (sentences.length > 0) inputs.sentences = sentences.join('\n')
  if (media !== null) inputs[hears ? 'sound' : 'image'] = media
  if (table !== null) inputs.table = table
  if (Object.keys(inputs).length === 0) return null
  const label = textOf(value['example_title']) ?? text ?? source ?? media?.name ?? 'Example'
  return { label: label.length > 60 ? `${label.slice(0, 59)}…` : label, inputs }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxText ? value : null
}

function firstMessage(messages: unknown): string | null {
  if (!Array.isArray(messages)) return null
  const last: unknown = messages.findLast((each: unknown) => (each as { role?: unknown } | null)?.role === 'user')
  return textOf((last as { content?: unknown } | null | undefined)?.content)
}

/** Only files of this hub: files that the card links elsewhere are not fetched. */
function mediaOf(src: unknown, filesPath: string): StoredMedia | null {
  const path = textOf(src)
  if (path === null) return null
  const name = path.split('/').at(-1) ?? path
  if (path.startsWith('/api/tasks/')) return { src: path, name }
  if (/^[a-z][a-z0-9+.-]*:|^\/|^\\|\.\.|[?#]/i.test(path)) return null
  return { src: filesPath + path.split('/').map(encodeURIComponent).join('/'), name }
}

function tableOf(value: unknown): Table | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const columns = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  if (columns.length === 0) return null
  return Object.fromEntries(columns.slice(0, 30).map(([name, cells]) => [name, cells.slice(0, 100).map(cellText)]))
}

function cellText(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
