import { fileTypeName, GgufError, type GgufHeader, readArrayValue, readGgufHeader, shardOf } from '@portolan/gguf'
import type { FactsSource, FactsWarning } from './facts.ts'
import { readJsonFile } from './json-file.ts'
import { SafetensorsError, safetensorsParameters } from './safetensors.ts'
import { clean, get, isObject, label, text } from './values.ts'

/** A model of more shards than this is not counted; none known today has as many. */
const maxShards = 400
/** Of all safetensors headers of a repo together: parsing them holds up other callers. */
const maxHeaderBytes = 50 * 1024 * 1024

/**
 * Sums the parameters of the model's safetensors files, by the index or by their names. Reads headers, never tensors.
 * `null`, with a warning, when a part is missing or damaged: half a sum would be wrong.
 */
export async function readSafetensors(
  source: FactsSource,
  warnings: FactsWarning[],
): Promise<{ parameters: Record<string, number>; total: number } | null> {
  const paths = await weightFiles(source, warnings)
  const parameters = new Map<string, number>()
  const budget = { headerBytes: maxHeaderBytes }
  for (const path of paths) {
    try {
      for (const [dtype, count] of await safetensorsParameters((start, end) => source.read(path, { start, end }), budget)) {
        parameters.set(dtype, (parameters.get(dtype) ?? 0) + count)
      }
    } catch (error) {
      if (!(error instanceof SafetensorsError)) throw error
      warnings.push({ path, code: 'safetensors.invalid', message: error.message })
      return null
    }
  }
  if (parameters.size === 0) return null
  const total = [...parameters.values()].reduce((sum, count) => sum + count, 0)
  return Number.isSafeInteger(total) ? { parameters: Object.fromEntries(parameters), total } : null
}

/** The files that make up the model at the root: `model.safetensors`, the parts that an index or their names tell, or the only one. */
async function weightFiles(source: FactsSource, warnings: FactsWarning[]): Promise<string[]> {
  const root = source.files.map(({ path }) => path).filter((path) => /^(?!adapter_)[^/]+\.safetensors$/.test(path))
  if (root.includes('model.safetensors')) return ['model.safetensors']
  const indexPath = 'model.safetensors.index.json'
  const map = get(await readJsonFile(source, indexPath, warnings), 'weight_map')
  if (isObject(map)) {
    const named = [...new Set(Object.values(map).flatMap((name) => text(name) ?? []))]
    const missing = named.find((name) => !root.includes(name))
    if (missing === undefined && named.length <= maxShards) return named
    const message =
      missing === undefined ? `The index names ${named.length} files` : `The index names ${missing.slice(0, 80)}, which is not here`
    warnings.push({ path: indexPath, code: 'safetensors.invalid', message })
    return []
  }
  const sets = new Map<string, { paths: string[]; total: number }>()
  for (const path of root) {
    const [, prefix, count] = /^(.*)-\d{5}-of-(\d{5})\.safetensors$/.exec(path) ?? []
    if (prefix === undefined) continue
    const set = sets.get(`${prefix}-${count}`) ?? { paths: [], total: Number(count) }
    set.paths.push(path)
    sets.set(`${prefix}-${count}`, set)
  }
  const whole = [...sets].filter(([, { paths, total }]) => paths.length === total && total <= maxShards)
  const model = whole.find(([name]) => name.startsWith('model-')) ?? whole[0]
  if (model) return model[1].paths
  return root.length === 1 && sets.size === 0 ? root : []
}

/** A repo rarely holds more quantisations. */
const maxGgufFiles = 500
const maxTemplate = 200_000

/** What the header of the first readable GGUF file says. */
export async function readGguf(
  source: FactsSource,
  warnings: FactsWarning[],
): Promise<{ facts: Record<string, unknown>; files: string[] } | null> {
  const files = source.files.filter(({ path }) => path.toLowerCase().endsWith('.gguf')).map(({ path }) => path)
  if (files.length === 0) return null
  const first = files.find((path) => (shardOf(path)?.index ?? 1) === 1 && !/mmproj/i.test(path)) ?? files[0] ?? ''
  const read = (start: number, end: number) => source.read(first, { start, end })
  try {
    const header = await readGgufHeader(read)
    const architecture = label(header.metadata.get('general.architecture'))
    const fileType = header.metadata.get('general.file_type')
    const context = header.metadata.get(`${architecture ?? ''}.context_length`)
    const template = header.metadata.get('tokenizer.chat_template')
    const shards = shardOf(first)?.total ?? 1
    return {
      files: files.slice(0, maxGgufFiles),
      facts: {
        // Shards hold the other tensors: what one header adds up is not the whole then.
        ...(shards === 1 && header.parameters > 0 ? { total: header.parameters } : {}),
        ...(architecture === null ? {} : { architecture }),
        ...(typeof context === 'number' ? { context_length: context } : {}),
        ...(typeof template === 'string' && template !== '' && template.length <= maxTemplate ? { chat_template: clean(template) } : {}),
        ...(typeof fileType === 'number' && fileTypeName(fileType) !== null ? { file_type: fileTypeName(fileType) } : {}),
        ...(await specialTokens(read, header)),
      },
    }
  } catch (error) {
    if (!(error instanceof GgufError)) throw error
    warnings.push({ path: first, code: 'gguf.invalid', message: error.message })
    return { files: files.slice(0, maxGgufFiles), facts: {} }
  }
}

async function specialTokens(read: (start: number, end: number) => Promise<Buffer>, header: GgufHeader): Promise<Record<string, string>> {
  const tokens = header.metadata.get('tokenizer.ggml.tokens')
  const found: Record<string, string> = {}
  if (typeof tokens !== 'object' || tokens.type !== 8) return found
  for (const name of ['bos_token', 'eos_token'] as const) {
    const id = header.metadata.get(`tokenizer.ggml.${name}_id`)
    const token = typeof id === 'number' ? await readArrayValue(read, header, tokens, id) : null
    if (typeof token === 'string' && token !== '' && token.length <= 200) found[name] = clean(token)
  }
  return found
}
