import type { RepoType } from '@portolan/contract'
import { isTaskId } from '@portolan/tasks'
import { get, type JsonObject, text, texts } from './values.ts'

/** Collects wire tags in order, each once, with the facet it belongs to. */
export class TagList {
  readonly #tags = new Map<string, string>()

  add(value: string | null | undefined, ns: string): void {
    const tag = value?.trim()
    if (!tag || tag.length > 200 || this.#tags.size >= 500 || this.#tags.has(tag)) return
    // oxlint-disable-next-line no-control-regex -- a tag with control characters is no tag
    if (/[\u0000-\u001f\u007f]/.test(tag)) return
    this.#tags.set(tag, ns)
  }

  addAll(values: readonly string[], ns: string, prefix = ''): void {
    for (const value of values) this.add(`${prefix}${value}`, ns)
  }

  get values(): string[] {
    return [...this.#tags.keys()]
  }

  get namespaces(): { value: string; ns: string }[] {
    return [...this.#tags].map(([value, ns]) => ({ value, ns }))
  }
}

/** Card keys of datasets that become prefixed tags (hub API, section 2.2). */
const datasetKeys = [
  'task_categories',
  'task_ids',
  'annotations_creators',
  'language_creators',
  'multilinguality',
  'source_datasets',
  'size_categories',
  'benchmark',
] as const

/** Tags that the card asks for, whatever the files are. */
export function addCardTags(tags: TagList, type: RepoType, card: JsonObject): void {
  const free = texts(card['tags'])
  const license = text(Array.isArray(card['license']) ? card['license'][0] : card['license'])
  const languages = languagesOf(card)
  if (type === 'dataset') {
    for (const key of datasetKeys) tags.addAll(texts(card[key]), key, `${key}:`)
    tags.addAll(languages, 'language', 'language:')
  } else {
    tags.addAll(languages, 'language')
    tags.addAll(texts(card['datasets']), 'dataset', 'dataset:')
  }
  if (license !== null) tags.add(`license:${license.toLowerCase()}`, 'license')
  for (const tag of free)
    tags.add(tag, isTaskId(tag) ? 'pipeline_tag' : tag.startsWith('arxiv:') ? 'arxiv' : tag.startsWith('doi:') ? 'doi' : 'other')
}

/** Languages of a card; long lists and single values alike. */
export function languagesOf(card: JsonObject): string[] {
  return texts(card['language'] ?? card['languages']).filter((code) => /^[A-Za-z][A-Za-z0-9-]{0,30}$/.test(code))
}

/** `base_model:x` and `base_model:<relation>:x`. */
export function addBaseModels(tags: TagList, card: JsonObject, relation: string): string[] {
  const ids = texts(card['base_model'])
    .filter((id) => /^[\w.-]+\/[\w.-]+$|^[\w.-]+$/.test(id))
    .slice(0, 20)
  tags.addAll(ids, 'base_model', 'base_model:')
  tags.addAll(ids, 'base_model', `base_model:${relation}:`)
  return ids
}

/** Papers that the text links to. */
export function arxivIds(body: string): string[] {
  const found = body.slice(0, 500_000).matchAll(/(?:arxiv\.org\/(?:abs|pdf)\/|arxiv:)(\d{4}\.\d{4,5})/gi)
  return [...new Set([...found].map((match) => match[1] ?? ''))].slice(0, 20)
}

/** What a quantised, adapted or merged model is to its base. */
export function relationOf(card: JsonObject, library: string | null, config: unknown, paths: readonly string[]): string {
  const named = text(card['base_model_relation'])
  if (named !== null && /^[a-z]{3,20}$/.test(named)) return named
  if (library === 'peft' || paths.includes('adapter_config.json') || texts(card['tags']).includes('lora')) return 'adapter'
  if (get(config, 'quantization_config') !== undefined || library === 'gguf' || paths.some((path) => path.endsWith('.gguf')))
    return 'quantized'
  if (texts(card['base_model']).length > 1 || texts(card['tags']).includes('merge')) return 'merge'
  return 'finetune'
}
