import { matchingPaths, PatternTooCostly, type StepBudget } from './glob.ts'

/** How `datasets` would read the files of a configuration. */
export type DataModule = 'parquet' | 'csv' | 'json' | 'arrow' | 'text' | 'imagefolder' | 'audiofolder'

export interface DataSplit {
  readonly name: string
  /** In reading order. */
  readonly paths: readonly string[]
}

export interface DataConfig {
  readonly name: string
  readonly isDefault: boolean
  /** `null` when `datasets` has no loader for the files, or this hub does not display them. */
  readonly module: DataModule | null
  readonly splits: readonly DataSplit[]
  /** Next to pictures or sounds: metadata files about them. */
  readonly metadata: readonly string[]
  /** What is wrong with it, in a sentence. */
  readonly problem: string | null
}

/** Maximum read from a card. */
const maxConfigs = 500
const maxPatterns = 200
const maxSplits = 200
const maxPaths = 10_000
/** Maximum steps for matching patterns: what the names of folders and files need for each path, several times over. */
const steps = { least: 20_000_000, perPath: 10_000 }

const modules: Readonly<Record<string, DataModule>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  parquet: 'parquet',
  geoparquet: 'parquet',
  gpq: 'parquet',
  arrow: 'arrow',
  txt: 'text',
  ...Object.fromEntries(['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'tif', 'tiff', 'ico', 'ppm'].map((ending) => [ending, 'imagefolder'])),
  ...Object.fromEntries(['wav', 'mp3', 'flac', 'ogg', 'opus', 'aiff', 'm4a'].map((ending) => [ending, 'audiofolder'])),
}

/** `datasets/data_files.py`, release 5: files about the data. */
const ignored = new Set(['README.md', 'config.json', 'dataset_info.json', 'dataset_infos.json', 'dummy_data.zip', 'dataset_dict.json'])
const metadataNames = new Set(['metadata.csv', 'metadata.jsonl', 'metadata.parquet'])

const keywords = {
  train: ['train', 'training'],
  validation: ['validation', 'valid', 'dev', 'val'],
  test: ['test', 'testing', 'eval', 'evaluation'],
}
const defaultSplits = ['train', 'validation', 'test'] as const
const separators = '[-._ 0-9]'

/** The patterns by which splits are detected in folder names, then file names. */
const conventions = [
  (word: string) => [
    `**/${word}/**`,
    `**/${word}${separators}*/**`,
    `**/*${separators}${word}/**`,
    `**/*${separators}${word}${separators}*/**`,
  ],
  (word: string) => [`**/${word}${separators}*`, `**/*${separators}${word}${separators}*`],
]

/**
 * Finds configurations and their splits like `datasets` (release 5, `data_files.py`, `load.py`): from the card, otherwise from the names of
 * folders and files, otherwise everything is `train`.
 */
export async function dataConfigs(paths: readonly string[], cardData: Readonly<Record<string, unknown>> | null): Promise<DataConfig[]> {
  const data = paths.filter((path) => !ignored.has(path.slice(path.lastIndexOf('/') + 1)))
  const budget = { left: Math.max(steps.least, steps.perPath * data.length) }
  const given = cardData?.['configs']
  const listed = Array.isArray(given) ? given.slice(0, maxConfigs).filter(isRecord) : []
  if (listed.length === 0) return [await configOf({ config_name: 'default' }, data, true, budget)]
  const names = listed.map((config) => nameOf(config))
  const preferred = listed.findIndex((config, i) => names[i] === 'default' || config['default'] === true)
  const configs: DataConfig[] = []
  for (const [i, config] of listed.entries())
    configs.push(await configOf(config, data, listed.length === 1 || i === Math.max(0, preferred), budget))
  return configs
}

async function configOf(
  config: Readonly<Record<string, unknown>>,
  data: readonly string[],
  isDefault: boolean,
  budget: StepBudget,
): Promise<DataConfig> {
  const name = nameOf(config)
  const folder = typeof config['data_dir'] === 'string' ? config['data_dir'].replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '') : ''
  const inside = folder === '' ? data : data.filter((path) => path.startsWith(`${folder}/`))
  try {
    const found = await (config['data_files'] === undefined
      ? byConvention(inside, folder, budget)
      : byCard(config['data_files'], data, folder, budget))
    return finish(name, isDefault, found)
  } catch (error) {
    if (!(error instanceof PatternTooCostly)) throw error
    return { name, isDefault, module: null, splits: [], metadata: [], problem: error.message }
  }
}

function finish(name: string, isDefault: boolean, found: readonly DataSplit[]): DataConfig {
  const module = moduleOf(found)
  const keeps = (path: string) => moduleOfPath(path) === module
  const splits = found
    .map((split) => ({ name: split.name, paths: split.paths.filter(keeps).slice(0, maxPaths) }))
    .filter((split) => split.paths.length > 0)
  const folders = module === 'imagefolder' || module === 'audiofolder'
  const metadata = folders
    ? found.flatMap((split) => split.paths.filter((path) => metadataNames.has(path.slice(path.lastIndexOf('/') + 1))))
    : []
  const problem =
    splits.length > 0 ? null : found.length === 0 ? 'Its patterns do not match any file.' : 'None of its files has a supported format.'
  return { name, isDefault, module: splits.length > 0 ? module : null, splits, metadata: [...new Set(metadata)].slice(0, 20), problem }
}

/** The card's value: a pattern, a list of patterns, a list of splits with their patterns, or an object of splits. */
async function byCard(given: unknown, data: readonly string[], folder: string, budget: StepBudget): Promise<DataSplit[]> {
  const within = (pattern: string) => (folder === '' ? pattern : `${folder}/${pattern.replace(/^(?:\.?\/)+/, '')}`)
  const find = (patterns: readonly string[]) => allMatches(patterns.slice(0, maxPatterns).map(within), data, budget)
  const splits = new Map<string, string[]>()
  const add = (split: string, patterns: unknown) => {
    if (splits.size < maxSplits) splits.set(split, [...(splits.get(split) ?? []), ...texts(patterns)])
  }
  if (typeof given === 'string') add('train', given)
  else if (Array.isArray(given)) {
    for (const entry of given as unknown[]) {
      if (typeof entry === 'string') add('train', entry)
      else if (isRecord(entry) && typeof entry['split'] === 'string') add(entry['split'], entry['path'])
    }
  } else if (isRecord(given)) for (const [split, patterns] of Object.entries(given)) add(split, patterns)
  const found: DataSplit[] = []
  for (const [name, patterns] of splits) found.push({ name, paths: await find(patterns) })
  return found.filter(({ paths }) => paths.length > 0)
}

async function allMatches(patterns: readonly string[], paths: readonly string[], budget: StepBudget): Promise<string[]> {
  const found = new Set<string>()
  for (const pattern of patterns) for (const path of await matchingPaths(pattern, paths, budget)) found.add(path)
  return [...found]
}

async function byConvention(data: readonly string[], folder: string, budget: StepBudget): Promise<DataSplit[]> {
  // Patterns are relative to the configuration's own folder.
  const below = folder === '' ? data : data.map((path) => path.slice(folder.length + 1))
  const whole = (paths: readonly string[]) => (folder === '' ? paths : paths.map((path) => `${folder}/${path}`))
  const sharded = new Map<string, string[]>()
  for (const path of below) {
    const split = /^data\/([^/]+)-\d{5}-of-\d{5}[^/]*\.[^/]*$/.exec(path)?.[1]
    if (split !== undefined && /^\w+(?:\.\w+)*$/.test(split)) sharded.set(split, [...(sharded.get(split) ?? []), path])
  }
  if (sharded.size > 0) {
    const order = (name: string) => (defaultSplits as readonly string[]).indexOf(name) + 1 || defaultSplits.length + 1
    return [...sharded]
      .sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1))
      .slice(0, maxSplits)
      .map(([name, paths]) => ({ name, paths: whole(paths) }))
  }
  for (const patternsOf of conventions) {
    const found: DataSplit[] = []
    for (const name of defaultSplits)
      found.push({ name, paths: whole((await allMatches(keywords[name].flatMap(patternsOf), below, budget)).sort()) })
    const splits = found.filter(({ paths }) => paths.length > 0)
    if (splits.length > 0) return splits
  }
  const everything = await matchingPaths('**', below, budget)
  return everything.length === 0 ? [] : [{ name: 'train', paths: whole(everything) }]
}

/** The kind most of the files have; metadata files only count when there is nothing else. */
function moduleOf(splits: readonly DataSplit[]): DataModule | null {
  const counts = new Map<DataModule, number>()
  const paths = splits.flatMap((split) => split.paths)
  const media = paths.filter((path) => !metadataNames.has(path.slice(path.lastIndexOf('/') + 1)))
  for (const path of media.length > 0 ? media : paths) {
    const module = moduleOfPath(path)
    if (module !== null) counts.set(module, (counts.get(module) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

function moduleOfPath(path: string): DataModule | null {
  const ending = endingOf(path)
  return ending !== null && Object.hasOwn(modules, ending) ? (modules[ending] ?? null) : null
}

/** The extension that indicates a file's contents, ignoring compression; in lower case. */
export function endingOf(path: string): string | null {
  return /\.([a-z0-9]+)(?:\.(?:gz|zst))?$/.exec(path.toLowerCase())?.[1] ?? null
}

function nameOf(config: Readonly<Record<string, unknown>>): string {
  return typeof config['config_name'] === 'string' ? config['config_name'] : 'default'
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
