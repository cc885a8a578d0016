import { limits } from '@portolan/contract'
import { isTaskId } from '@portolan/tasks'
import { chatTemplateOf, configDigest, maskTokenOf } from './config-digest.ts'
import { readConfigFiles } from './config-files.ts'
import type { FactsSource, FactsWarning, RepoFacts } from './facts.ts'
import { parseFrontMatter } from './front-matter.ts'
import { type ConfigFiles, libraryOf } from './library.ts'
import { summaryOf } from './summary.ts'
import { addBaseModels, addCardTags, arxivIds, languagesOf, relationOf, TagList } from './tags.ts'
import { transformersInfoOf } from './transformers-info.ts'
import { get, isObject, type JsonObject, text, texts } from './values.ts'
import { readGguf, readSafetensors } from './weights.ts'

/** File endings that say in which formats the weights are. */
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
 * Everything that the files of a commit say about the repo. Never throws for what the files contain:
 * malformed ones become warnings. Reads small files whole and large ones by range.
 */
export async function extractFacts(source: FactsSource): Promise<RepoFacts> {
  const warnings: FactsWarning[] = []
  const paths = source.files.map(({ path }) => path)
  const card = await readCard(source, warnings)
  const data = card.data ?? {}
  const base = {
    version: 1,
    cardData: card.data,
    cardBody: card.body,
    summary: text(data['short_description']) ?? text(data['pretty_name']) ?? summaryOf(card.body ?? ''),
    license: licenseOf(data),
    languages: languagesOf(data),
    widgetData: listOf(data['widget']),
    modelIndex: listOf(data['model-index']),
  } as const
  if (source.type !== 'model') {
    const tags = new TagList()
    const sdk = source.type === 'space' ? text(data['sdk']) : null
    tags.add(sdk, 'sdk')
    addCardTags(tags, source.type, data)
    tags.addAll(arxivIds(card.body ?? ''), 'arxiv', 'arxiv:')
    return { ...base, ...noModel, sdk, tags: tags.values, tagNamespaces: tags.namespaces, warnings }
  }
  const files = await readConfigFiles(source, warnings)
  const safetensors = await readSafetensors(source, warnings)
  const gguf = await readGguf(source, warnings)
  const libraryName = libraryOf(data, files, paths)
  const transformers = transformersInfoOf(files.config, new Set(paths))
  const usesTransformers = libraryName === 'transformers' || libraryName === 'transformers.js'
  const pipelineTag = pipelineTagOf(data, libraryName, transformers?.task ?? null, files)
  const tags = new TagList()
  tags.add(libraryName, 'library')
  for (const [pattern, tag] of formatTags) if (paths.some((path) => pattern.test(path))) tags.add(tag, 'library')
  tags.add(text(get(files.config, 'model_type')), 'other')
  tags.add(pipelineTag, 'pipeline_tag')
  if (chatTemplateOf(files) !== null || text(gguf?.facts['chat_template']) !== null) tags.add('conversational', 'other')
  if (isObject(get(files.config, 'auto_map'))) tags.add('custom_code', 'other')
  const diffusersClass = text(get(files.modelIndex, '_class_name'))
  if (diffusersClass !== null) tags.add(`diffusers:${diffusersClass}`, 'other')
  addCardTags(tags, 'model', data)
  const relation = relationOf(data, libraryName, files.config, paths)
  const baseModels = addBaseModels(tags, data, relation)
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
    warnings,
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
  const content = (await source.read(path, { start: 0, end: limits.cardBytes + limits.frontMatterBytes - 1 }))
    .toString('utf8')
    .toWellFormed()
    .replaceAll('\0', '')
  const { data, body, problems } = parseFrontMatter(content)
  for (const { message, line } of problems) warnings.push({ path, code: 'card.invalid', message, line })
  if (body.length > limits.cardBytes || file.size > limits.cardBytes + limits.frontMatterBytes) {
    warnings.push({ path, code: 'card.too_large', message: `Only the first ${limits.cardBytes / 1024} KiB of the card are shown` })
  }
  return { data, body: body.slice(0, limits.cardBytes) }
}

function pipelineTagOf(card: JsonObject, library: string | null, fromArchitecture: string | null, files: ConfigFiles): string | null {
  const named = text(card['pipeline_tag'])
  if (named !== null && named.length <= 100) return named
  const tagged = texts(card['tags']).find(isTaskId)
  if (tagged !== undefined) return tagged
  if (library === 'sentence-transformers') return 'sentence-similarity'
  if (library === 'diffusers') return diffusersTask(text(get(files.modelIndex, '_class_name')))
  if (library === 'timm') return 'image-classification'
  if (library === 'gguf') return 'text-generation'
  if (library === 'peft') return get(files.adapter, 'task_type') === 'CAUSAL_LM' ? 'text-generation' : null
  return library === 'transformers' || library === 'transformers.js' ? fromArchitecture : null
}

function diffusersTask(className: string | null): string | null {
  if (className === null) return null
  if (/ImageToVideo|I2V|VideoDiffusion/i.test(className)) return 'image-to-video'
  if (/Video|T2V/i.test(className)) return 'text-to-video'
  if (/Img2Img|Inpaint|Edit|Kontext|Fill|Upscale/i.test(className)) return 'image-to-image'
  if (/^(DDPM|DDIM|PNDM|ScoreSdeVe|Karras|Consistency)/.test(className)) return 'unconditional-image-generation'
  return 'text-to-image'
}

function licenseOf(card: JsonObject): string | null {
  const license = text(Array.isArray(card['license']) ? card['license'][0] : card['license'])
  return license === null ? null : license.toLowerCase().slice(0, 100)
}

function listOf(value: unknown): unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value.slice(0, 200) : null
}
