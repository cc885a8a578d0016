import {
  fileTypeName,
  type GgufArray,
  GgufError,
  type GgufHeader,
  type GgufModelFile,
  groupModelFiles,
  readArrayValue,
  readGgufHeader,
  requiredFileBytes,
} from '@portolan/gguf'
import type { FactsSource, FactsWarning } from './facts.ts'
import { clean, label } from './values.ts'

/** What the headers of GGUF files say about the model they contain. */
export interface GgufModelFacts {
  /** Files with this stem (`groupModelFiles` of packages/gguf) contain the same model, each with a different quantization. */
  readonly stem: string
  /** The file whose header was read; for a set of shards, the first one. */
  readonly path: string
  /** `null` when parts are missing or their headers are inconsistent with their contents. */
  readonly parameters: number | null
  /** By tensor type, the type with the most parameters first. */
  readonly tensorTypes: readonly { readonly type: string; readonly parameters: number }[]
  readonly architecture: string | null
  readonly contextLength: number | null
  /** The model parameters that determine the KV cache size; `null` when the header lacks them. */
  readonly layers: { readonly layers: number; readonly cacheHeads: number; readonly headSize: number } | null
}

export interface GgufFacts {
  /** As returned by the API. */
  readonly facts: Record<string, unknown>
  readonly files: string[]
  readonly models: GgufModelFacts[]
}

/** A repo rarely has more quantizations. */
const maxFiles = 500
/** Maximum models whose headers are read. A repo of quantizations contains one model; each header has megabytes of vocabulary. */
const maxModels = 6
/** A model with more shards than this is not counted; none known today has that many. */
const maxShards = 400
const maxTemplate = 200_000
/** Total size of all headers read per repo: reading them delays the commit. */
const maxHeaderBytes = 64 * 1024 * 1024

/** Reads the header of one file, or one set of shards, per model: the other quantizations have the same tensors. Never reads tensors. */
export async function readGguf(source: FactsSource, warnings: FactsWarning[]): Promise<GgufFacts | null> {
  const all = source.files.filter(({ path }) => /\.gguf$/i.test(path))
  if (all.length === 0) return null
  const files = all.map(({ path }) => path).slice(0, maxFiles)
  const groups = groupModelFiles(all.map(({ path, size }) => ({ path, sizeBytes: size })))
  const read = new GgufReader(source, warnings)
  const first = mainModel(files, groups)
  const main = first === undefined ? null : await read.model(first)
  const facts = main ? await factsOf(main, read) : {}
  const models = main ? [main.model] : []
  for (const group of oneOfEach(groups, first?.stem)) {
    if (models.length >= maxModels) break
    const other = await read.model(group)
    if (other) models.push(other.model)
  }
  return { files, models, facts }
}

/** The repo's main model: that of its first file, sorted by file name. */
function mainModel(files: readonly string[], groups: readonly GgufModelFile[]): GgufModelFile | undefined {
  const models = groups.filter(({ role }) => role === 'model')
  const isFirst = ({ missing }: GgufModelFile) => !missing.includes(1)
  const order = new Map(files.map((path, i) => [path, i]))
  const place = ({ files: [head] }: GgufModelFile) => order.get(head?.path ?? '') ?? files.length
  const sorted = (models.length > 0 ? models : [...groups]).toSorted((a, b) => place(a) - place(b))
  return sorted.find(isFirst) ?? sorted[0]
}

/** One complete group for each other model. */
function oneOfEach(groups: readonly GgufModelFile[], without: string | undefined): GgufModelFile[] {
  const byStem = new Map<string, GgufModelFile>()
  for (const group of groups) {
    if (group.role !== 'model' || group.stem === without || group.missingCount > 0) continue
    if (!byStem.has(group.stem)) byStem.set(group.stem, group)
  }
  return [...byStem.values()]
}

interface ReadModel {
  readonly header: GgufHeader
  readonly model: GgufModelFacts
}

class GgufReader {
  readonly #source: FactsSource
  readonly #warnings: FactsWarning[]
  #bytesLeft = maxHeaderBytes

  constructor(source: FactsSource, warnings: FactsWarning[]) {
    this.#source = source
    this.#warnings = warnings
  }

  range(path: string) {
    return async (start: number, endExclusive: number): Promise<Buffer> => {
      if (this.#bytesLeft <= 0) throw new GgufError('gguf.too_large', `The headers together exceed ${maxHeaderBytes} bytes`)
      const bytes = await this.#source.read(path, { start, end: endExclusive - 1 })
      this.#bytesLeft -= bytes.length
      return bytes
    }
  }

  /** `null`, with a warning, when the first file cannot be read. */
  async model(group: GgufModelFile): Promise<ReadModel | null> {
    const [first, ...rest] = group.files
    const header = first ? await this.#header(first) : null
    if (!first || !header) return null
    const isWhole = group.missingCount === 0 && group.shardCount <= maxShards
    const headers: (GgufHeader | null)[] = [this.#holds(first, header) ? header : null]
    // One unreadable part is enough to make the sum unknown.
    for (const file of isWhole && headers[0] ? rest : []) {
      headers.push(await this.#heldHeader(file))
      if (headers.at(-1) === null) break
    }
    const known = headers.flatMap((each) => each ?? [])
    const isCounted = isWhole && known.length === headers.length
    return { header, model: modelFacts(group.stem, first.path, header, isCounted ? known : null) }
  }

  async #heldHeader(file: { path: string; sizeBytes: number }): Promise<GgufHeader | null> {
    const header = await this.#header(file)
    return header && this.#holds(file, header) ? header : null
  }

  async #header({ path }: { path: string }): Promise<GgufHeader | null> {
    try {
      return await readGgufHeader(this.range(path))
    } catch (error) {
      if (!(error instanceof GgufError)) throw error
      this.#warnings.push({ path, code: 'gguf.invalid', message: error.message })
      return null
    }
  }

  /** Whether the file is long enough for the tensors its header declares: a few bytes can declare a trillion parameters. */
  #holds({ path, sizeBytes }: { path: string; sizeBytes: number }, header: GgufHeader): boolean {
    const required = requiredFileBytes(header)
    if (required === null || required <= sizeBytes) return true
    this.#warnings.push({ path, code: 'gguf.invalid', message: `The tensors need ${required} bytes, but the file has ${sizeBytes}` })
    return false
  }
}

/** @param counted the headers of all parts; `null` when they cannot be summed */
function modelFacts(stem: string, path: string, header: GgufHeader, counted: readonly GgufHeader[] | null): GgufModelFacts {
  const byType = new Map<string, number>()
  for (const { parametersByType } of counted ?? [])
    for (const { type, typeCode, parameters } of parametersByType) {
      const name = type ?? `type ${typeCode}`
      byType.set(name, (byType.get(name) ?? 0) + parameters)
    }
  const parameters = [...byType.values()].reduce((sum, count) => sum + count, 0)
  const architecture = label(header.metadata.get('general.architecture'))
  return {
    stem: clean(stem),
    path,
    parameters: parameters > 0 && Number.isSafeInteger(parameters) ? parameters : null,
    tensorTypes: [...byType].map(([type, count]) => ({ type, parameters: count })).sort((a, b) => b.parameters - a.parameters),
    architecture,
    contextLength: count(header, `${architecture}.context_length`),
    layers: layersOf(header, architecture ?? ''),
  }
}

/** The shape of the KV cache, by the keys of llama.cpp (gguf-py/gguf/constants.py). */
function layersOf(header: GgufHeader, architecture: string): GgufModelFacts['layers'] {
  const layers = count(header, `${architecture}.block_count`)
  const heads = count(header, `${architecture}.attention.head_count`)
  const width = count(header, `${architecture}.embedding_length`)
  const cacheHeads = average(header.metadata.get(`${architecture}.attention.head_count_kv`)) ?? heads
  const shared = heads !== null && width !== null ? width / heads : null
  const keys = count(header, `${architecture}.attention.key_length`) ?? shared
  const values = count(header, `${architecture}.attention.value_length`) ?? keys
  if (layers === null || cacheHeads === null || keys === null || values === null) return null
  return { layers, cacheHeads, headSize: (keys + values) / 2 }
}

function count(header: GgufHeader, key: string): number | null {
  const value = header.metadata.get(key)
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

/** A number for all layers, or one per layer, in which case the average of the stored ones is used. */
function average(value: ReturnType<GgufHeader['metadata']['get']>): number | null {
  const numbers = typeof value === 'object' ? value.values : [value]
  const valid = numbers.filter((each) => typeof each === 'number' && Number.isSafeInteger(each) && each >= 0) as number[]
  if (valid.length === 0 || valid.length !== numbers.length) return null
  const mean = valid.reduce((sum, each) => sum + each, 0) / valid.length
  return mean > 0 ? mean : null
}

async function factsOf({ header, model }: ReadModel, reader: GgufReader): Promise<Record<string, unknown>> {
  const fileType = header.metadata.get('general.file_type')
  const template = header.metadata.get('tokenizer.chat_template')
  return {
    ...(model.parameters === null ? {} : { total: model.parameters }),
    ...(model.architecture === null ? {} : { architecture: model.architecture }),
    ...(model.contextLength === null ? {} : { context_length: model.contextLength }),
    ...(typeof template === 'string' && template !== '' && template.length <= maxTemplate ? { chat_template: clean(template) } : {}),
    ...(typeof fileType === 'number' && fileTypeName(fileType) !== null ? { file_type: fileTypeName(fileType) } : {}),
    ...(await specialTokens(reader.range(model.path), header)),
  }
}

async function specialTokens(
  read: (start: number, endExclusive: number) => Promise<Buffer>,
  header: GgufHeader,
): Promise<Record<string, string>> {
  const tokens = header.metadata.get('tokenizer.ggml.tokens')
  const found: Record<string, string> = {}
  if (!isTextArray(tokens)) return found
  for (const name of ['bos_token', 'eos_token'] as const) {
    const id = header.metadata.get(`tokenizer.ggml.${name}_id`)
    const token = typeof id === 'number' ? await readArrayValue(read, header, tokens, id).catch(unlessGgufError) : null
    if (typeof token === 'string' && token !== '' && token.length <= 200) found[name] = clean(token)
  }
  return found
}

/** The same bytes were already read, but the budget may run out here: a token is not worth failing for. */
function unlessGgufError(error: unknown): null {
  if (error instanceof GgufError) return null
  throw error
}

function isTextArray(value: ReturnType<GgufHeader['metadata']['get']>): value is GgufArray {
  return typeof value === 'object' && value.type === 8
}
