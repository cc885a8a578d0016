import type { RepoType } from '@portolan/contract'
import { isTaskId } from '@portolan/tasks'
import { isLibraryTag } from './library.ts'
import { get, type JsonObject, label, labels, text, texts } from './values.ts'

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

/** Dataset card keys that become prefixed tags. */
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

/** Tags derived from the card, regardless of the files. */
export function addCardTags(tags: TagList, type: RepoType, card: JsonObject): void {
  const free = texts(card['tags'])
  const license = licenseOf(card)
  const languages = languagesOf(card)
  if (type === 'dataset') {
    for (const key of datasetKeys) tags.addAll(texts(card[key]), key, `${key}:`)
    tags.addAll(languages, 'language', 'language:')
  } else {
    tags.addAll(languages, 'language')
    tags.addAll(texts(card['datasets']), 'dataset', 'dataset:')
    if (type === 'space') tags.addAll(texts(card['models']), 'model', 'model:')
  }
  if (license !== null) tags.add(`license:${license}`, 'license')
  // Clients filter by it, and read the amount from the card.
  if (type === 'model' && card['co2_eq_emissions'] !== undefined && card['co2_eq_emissions'] !== null) tags.add('co2_eq_emissions', 'other')
  for (const tag of free) tags.add(tag, facetOf(tag))
}

function facetOf(tag: string): string {
  if (isTaskId(tag)) return 'pipeline_tag'
  if (isLibraryTag(tag)) return 'library'
  return /^(arxiv|doi|license|dataset|region):./.exec(tag)?.[1] ?? 'other'
}

/** The license given in a card: the first of several, in lower case. */
export function licenseOf(card: JsonObject): string | null {
  return label(Array.isArray(card['license']) ? card['license'][0] : card['license'])?.toLowerCase() ?? null
}

/** Languages given in a card, as a list or a single value. */
export function languagesOf(card: JsonObject): string[] {
  return texts(card['language'] ?? card['languages'])
    .map((code) => code.toLowerCase())
    .filter((code) => /^[a-z][a-z0-9-]{0,30}$/.test(code))
    .slice(0, 400)
}

/** The models the card is based on; if it names none, the one named by an adapter's configuration. */
export function baseModelsOf(card: JsonObject, adapter: unknown): string[] {
  const named = texts(card['base_model'])
  return (named.length > 0 ? named : labels(get(adapter, 'base_model_name_or_path')))
    .filter((id) => id.length <= 200 && /^[\w.-]+(\/[\w.-]+)?$/.test(id) && !/^\.|\/\./.test(id))
    .slice(0, 20)
}

/** `base_model:x` and `base_model:<relation>:x`. */
export function addBaseModels(tags: TagList, ids: readonly string[], relation: string): void {
  tags.addAll(ids, 'base_model', 'base_model:')
  tags.addAll(ids, 'base_model', `base_model:${relation}:`)
}

/** Papers linked in the text. */
export function arxivIds(body: string): string[] {
  const found = body.slice(0, 500_000).matchAll(/(?:arxiv\.org\/(?:abs|pdf)\/|huggingface\.co\/papers\/|arxiv:\s?)(\d{4}\.\d{4,5})/gi)
  return [...new Set([...found].map((match) => match[1] ?? ''))].slice(0, 20)
}

/** How a quantized, adapted or merged model relates to its base. */
export function relationOf(
  card: JsonObject,
  baseModels: readonly string[],
  library: string | null,
  config: unknown,
  paths: ReadonlySet<string>,
): string {
  const named = text(card['base_model_relation'])
  if (named !== null && /^[a-z]{3,20}$/.test(named)) return named
  if (library === 'peft' || paths.has('adapter_config.json') || texts(card['tags']).includes('lora')) return 'adapter'
  if (get(config, 'quantization_config') !== undefined || library === 'gguf' || [...paths].some((path) => /\.gguf$/i.test(path)))
    return 'quantized'
  if (baseModels.length > 1 || texts(card['tags']).includes('merge')) return 'merge'
  return 'finetune'
}
