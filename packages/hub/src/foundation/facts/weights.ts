import type { FactsSource, FactsWarning } from './facts.ts'
import { readJsonFile } from './json-file.ts'
import { SafetensorsError, safetensorsParameters } from './safetensors.ts'
import { get, isObject, text } from './values.ts'

/** A model with more shards than this is not read; none known today has that many. */
export const maxShards = 400
/** Total size of a repo's safetensors headers: parsing them blocks other callers. */
const maxHeaderBytes = 50 * 1024 * 1024

/**
 * Sums the parameters of the model's safetensors files, found by index or by name. Reads headers, never tensors.
 * Returns `null`, with a warning, when a part is missing or damaged: a partial sum would be wrong.
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
      const read = (start: number, end: number) => source.read(path, { start, end })
      for (const [dtype, count] of await safetensorsParameters({ read, budget })) {
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

/** The files that make up the model at the root: `model.safetensors`, the parts given by an index or their names, or the only one. */
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
      missing === undefined ? `The index lists ${named.length} files` : `The index lists ${missing.slice(0, 80)}, which does not exist`
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
