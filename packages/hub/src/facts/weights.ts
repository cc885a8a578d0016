import { fileTypeName, GgufError, readGgufHeader, shardOf, type GgufValue } from '@portolan/gguf'
import type { FactsSource, FactsWarning } from './facts.ts'
import { SafetensorsError, safetensorsParameters } from './safetensors.ts'

/** A model of more shards than this is counted from its first ones only; none known today has as many. */
const maxShards = 300

/** Sums the parameters of the safetensors files at the root, or of the only folder that has some. Reads headers, never tensors. */
export async function readSafetensors(
  source: FactsSource,
  warnings: FactsWarning[],
): Promise<{ parameters: Record<string, number>; total: number } | null> {
  const all = source.files.filter(({ path }) => path.endsWith('.safetensors'))
  const root = all.filter(({ path }) => !path.includes('/') && !path.startsWith('adapter_'))
  const whole = root.find(({ path }) => path === 'model.safetensors')
  const shards = root.filter(({ path }) => /-\d{5}-of-\d{5}\.safetensors$/.test(path))
  const files = whole ? [whole] : shards.length > 0 ? shards : root.length === 1 ? root : []
  const parameters = new Map<string, number>()
  for (const { path } of files.slice(0, maxShards)) {
    try {
      for (const [dtype, count] of await safetensorsParameters((start, end) => source.read(path, { start, end }))) {
        parameters.set(dtype, (parameters.get(dtype) ?? 0) + count)
      }
    } catch (error) {
      if (!(error instanceof SafetensorsError)) throw error
      warnings.push({ path, code: 'safetensors.invalid', message: error.message })
    }
  }
  if (parameters.size === 0) return null
  const total = [...parameters.values()].reduce((sum, count) => sum + count, 0)
  return Number.isSafeInteger(total) ? { parameters: Object.fromEntries(parameters), total } : null
}

/** What the header of the first readable GGUF file says. */
export async function readGguf(
  source: FactsSource,
  warnings: FactsWarning[],
): Promise<{ facts: Record<string, unknown>; files: string[] } | null> {
  const files = source.files.filter(({ path }) => path.toLowerCase().endsWith('.gguf')).map(({ path }) => path)
  if (files.length === 0) return null
  const first = files.find((path) => (shardOf(path)?.index ?? 1) === 1 && !/mmproj/i.test(path)) ?? files[0] ?? ''
  try {
    const header = await readGgufHeader((start, end) => source.read(first, { start, end }))
    const architecture = asText(header.metadata.get('general.architecture'))
    const from = (key: string) => header.metadata.get(`${architecture ?? ''}.${key}`)
    const fileType = header.metadata.get('general.file_type')
    const context = from('context_length')
    const template = asText(header.metadata.get('tokenizer.chat_template'))
    const shards = shardOf(first)?.total ?? 1
    return {
      files,
      facts: {
        // Shards hold the other tensors: what one header adds up is not the whole then.
        ...(shards === 1 && header.parameters > 0 ? { total: header.parameters } : {}),
        ...(architecture === null ? {} : { architecture }),
        ...(typeof context === 'number' ? { context_length: context } : {}),
        ...(template === null ? {} : { chat_template: template }),
        ...(typeof fileType === 'number' && fileTypeName(fileType) !== null ? { file_type: fileTypeName(fileType) } : {}),
        ...tokens(header.metadata),
      },
    }
  } catch (error) {
    if (!(error instanceof GgufError)) throw error
    warnings.push({ path: first, code: 'gguf.invalid', message: error.message })
    return { files, facts: {} }
  }
}

function tokens(metadata: ReadonlyMap<string, GgufValue>): Record<string, string> {
  const list = metadata.get('tokenizer.ggml.tokens')
  const found: Record<string, string> = {}
  for (const [key, name] of [
    ['tokenizer.ggml.bos_token_id', 'bos_token'],
    ['tokenizer.ggml.eos_token_id', 'eos_token'],
  ] as const) {
    const id = metadata.get(key)
    const token = typeof list === 'object' && typeof id === 'number' ? list.values[id] : undefined
    if (typeof token === 'string') found[name] = token
  }
  return found
}

function asText(value: GgufValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
