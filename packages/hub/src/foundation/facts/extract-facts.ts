import { limits } from '@portolan/contract'
import { isTaskId } from '@portolan/tasks'
import { chatTemplateOf, configDigest, maskTokenOf } from './config-digest.ts'
import { readConfigFiles } from './config-files.ts'
import type { FactsSource, FactsWarning, RepoFacts } from './facts.ts'
import { parseFrontMatter } from './front-matter.ts'
import { readGguf } from './gguf.ts'
import { datasetFormats } from './dataset-formats.ts'
import { libraryOf } from './library.ts'
import { pipelineTagOf } from './pipeline-tag.ts'
import { shorten, summaryOf } from './summary.ts'
import { addBaseModels, addCardTags, arxivIds, baseModelsOf, languagesOf, licenseOf, relationOf, TagList } from './tags.ts'
import { transformersInfoOf } from './transformers-info.ts'
import { clean, get, isObject, type JsonObject, label, text } from './values.ts'
import { readSafetensors } from './weights.ts'

/** File extensions that indicate the formats of the weights. */
const formatTags: readonly (readonly [pattern: RegExp, tag: string])[] = [
  [/(^|\/)pytorch_model.*\.bin$|\.pt$|\.pth$/, 'pytorch'],
  [/(^|\/)tf_model\.h5$/, 'tf'],
  [/(^|\/)flax_model\.msgpack$/, 'jax'],
  [/\.onnx$/, 'onnx'],
  [/\.safetensors$/, 'safetensors'],
  [/\.gguf$/i, 'gguf'],
  [/\.joblib$/, 'joblib'],
  [/\.keras$/, 'keras'],
  [/\.tflite$/, 'tflite'],
  [/(^|\/)openvino_model\.xml$/, 'openvino'],
]

/**
 * Extracts everything a commit's files say about the repo. Never throws because of file contents:
 * malformed files become warnings. Reads small files whole and large ones by range.
 */
export async function extractFacts(source: FactsSource): Promise<RepoFacts> {
  const warnings: FactsWarning[] = []
  const facts = await readFacts(source, warnings)
  // Messages quote the files, which may contain anything.
  return { ...facts, warnings: warnings.slice(0, maxWarnings).map((warning) => ({ ...warning, message: clean(warning.message) })) }
}

const maxWarnings = 50

async function readFacts(source: FactsSource, warnings: FactsWarning[]): Promise<Omit<RepoFacts, 'warnings'>> {
  const paths = new Set(source.files.map(({ path }) => path))
  const card = await readCard(source, warnings)
  const data = card.data ?? {}
  const base = {
    version: 1,
    cardData: card.data,
    cardBody: card.body,
    summary: shorten(text(data['short_description']) ?? text(data['description'])) ?? summaryOf(card.body ?? ''),
    license: licenseOf(data),
    languages: languagesOf(data),
    widgetData: listOf(data['widget']),
    modelIndex: listOf(data['model-index']),
  } as const
  if (source.type !== 'model') {
    const tags = new TagList()
    const sdk = source.type === 'space' ? label(data['sdk']) : null
    tags.add(sdk, 'sdk')
    addCardTags(tags, source.type, data)
    if (source.type === 'dataset') for (const { tag, ns } of datasetFormats(paths)) tags.add(tag, ns)
    tags.addAll(arxivIds(card.body ?? ''), 'arxiv', 'arxiv:')
    return { ...base, ...noModel, sdk, tags: tags.values, tagNamespaces: tags.namespaces }
  }
  const files = await readConfigFiles(source, warnings)
  const safetensors = await readSafetensors(source, warnings)
  const gguf = await readGguf(source, warnings)
  const libraryName = libraryOf(data, files, paths)
  const transformers = transformersInfoOf(files.config, paths)
  const usesTransformers = ['transformers', 'transformers.js', 'sentence-transformers'].includes(libraryName ?? '')
  const pipelineTag = pipelineTagOf(data, libraryName, transformers?.task ?? null, files, label(gguf?.facts['architecture']))
  if (pipelineTag !== null && !isTaskId(pipelineTag))
    warnings.push({ path: 'README.md', code: 'card.odd', message: `The task ${JSON.stringify(pipelineTag)} does not exist` })
  const tags = new TagList()
  tags.add(libraryName, 'library')
  for (const [pattern, tag] of formatTags) if ([...paths].some((path) => pattern.test(path))) tags.add(tag, 'library')
  tags.add(label(get(files.config, 'model_type')), 'other')
  tags.add(pipelineTag, 'pipeline_tag')
  if (chatTemplateOf(files) !== null || text(gguf?.facts['chat_template']) !== null) tags.add('conversational', 'other')
  if (isObject(get(files.config, 'auto_map'))) tags.add('custom_code', 'other')
  const diffusersClass = label(get(files.modelIndex, '_class_name'))
  if (diffusersClass !== null) tags.add(`diffusers:${diffusersClass}`, 'other')
  addCardTags(tags, 'model', data)
  const baseModels = baseModelsOf(data, files.adapter)
  const relation = relationOf(data, baseModels, libraryName, files.config, paths)
  addBaseModels(tags, baseModels, relation)
  if (base.modelIndex !== null) tags.add('model-index', 'other')
  tags.addAll(arxivIds(card.body ?? ''), 'arxiv', 'arxiv:')
  const ggufTotal = gguf?.facts['total']
  return {
    ...base,
    pipelineTag,
    libraryName,
    tags: tags.values,
    tagNamespaces: tags.namespaces,
    config: configDigest(files),
    transformersInfo: usesTransformers ? (transformers?.info ?? null) : null,
    safetensors,
    gguf: gguf?.facts ?? null,
    maskToken: maskTokenOf(files),
    sdk: null,
    params: safetensors?.total ?? (typeof ggufTotal === 'number' ? ggufTotal : null),
    baseModels: baseModels.length > 0 ? { relation, ids: baseModels } : null,
    ggufFiles: gguf?.files ?? [],
    ...(gguf ? { ggufModels: gguf.models } : {}),
  }
}

const noModel = {
  pipelineTag: null,
  libraryName: null,
  config: null,
  transformersInfo: null,
  safetensors: null,
  gguf: null,
  maskToken: null,
  params: null,
  baseModels: null,
  ggufFiles: [],
} as const

async function readCard(source: FactsSource, warnings: FactsWarning[]): Promise<{ data: JsonObject | null; body: string | null }> {
  const path = 'README.md'
  const file = source.files.find((entry) => entry.path === path)
  if (!file) return { data: null, body: null }
  const content = clean((await source.read(path, { start: 0, end: limits.cardBytes + limits.frontMatterBytes - 1 })).toString('utf8'))
  const { data, body, problems, oddities } = parseFrontMatter(content)
  for (const { message, line } of problems) warnings.push({ path, code: 'card.invalid', message, line })
  for (const { message, line } of oddities) warnings.push({ path, code: 'card.odd', message, line })
  if (body.length > limits.cardBytes || file.size > limits.cardBytes + limits.frontMatterBytes) {
    warnings.push({ path, code: 'card.too_large', message: `Only the first ${limits.cardBytes / 1024} KiB of the card are shown` })
  }
  return { data, body: clean(body.slice(0, limits.cardBytes)) }
}

function listOf(value: unknown): unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value.slice(0, 200) : null
}
