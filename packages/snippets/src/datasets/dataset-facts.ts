import { get, isObject, text, texts } from '../facts/values.ts'

/** The storage format of a dataset's rows, as far as the code depends on it. */
export type DatasetFormat = 'parquet' | 'csv' | 'json' | 'jsonl' | 'webdataset' | 'lance'

/** The fields of a dataset record that code may read: normalized, whatever the record contains. */
export interface DatasetFacts {
  /** `owner/name`. */
  readonly id: string
  readonly tags: ReadonlySet<string>
  /** The first configuration of several, which loaders require by name; `null` when none has to be named. */
  readonly config: string | null
  readonly format: DatasetFormat | null
  /** A file in this format, preferring the training split; for Lance, its folder. */
  readonly file: string | null
  /** The columns of the file are separated by tabs. */
  readonly isTsv: boolean
}

const endings: readonly (readonly [RegExp, DatasetFormat])[] = [
  [/\.parquet$/i, 'parquet'],
  [/\.[ct]sv$/i, 'csv'],
  [/\.(?:jsonl|ndjson)$/i, 'jsonl'],
  [/\.json$/i, 'json'],
  [/\.tar$/i, 'webdataset'],
]

const about = /(^|\/)(?:dataset_infos?|dataset_dict|config|package)\.json$|(^|\/)\./

export function toDatasetFacts(record: unknown): DatasetFacts {
  const siblings = get(record, 'siblings')
  const files = (Array.isArray(siblings) ? siblings : [])
    .map((file) => text(get(file, 'rfilename')))
    .filter((path): path is string => path !== null)
  const lance = files.map((path) => /^(.*?[^/]\.lance)\//.exec(path)?.[1]).find((folder) => folder !== undefined)
  const configs = get(record, 'cardData', 'configs')
  const names = (Array.isArray(configs) ? configs : [])
    .filter(isObject)
    .map((config) => text(config['config_name']))
    .filter((name) => name !== null)
  const data = files.filter((path) => !about.test(path)).sort()
  const found = lance === undefined ? firstOfFormat(data) : { format: 'lance' as const, file: lance }
  return {
    id: text(get(record, 'id')) ?? 'owner/dataset',
    tags: new Set(texts(get(record, 'tags'))),
    config: names.length > 1 && !names.includes('default') ? (names[0] ?? null) : null,
    format: found?.format ?? null,
    file: found?.file ?? null,
    isTsv: found !== null && /\.tsv$/i.test(found.file),
  }
}

function firstOfFormat(files: readonly string[]): { format: DatasetFormat; file: string } | null {
  for (const [ending, format] of endings) {
    const fitting = files.filter((path) => ending.test(path))
    const file = fitting.find((path) => /(^|[-._/ ])train/i.test(path)) ?? fitting[0]
    if (file !== undefined) return { format, file }
  }
  return null
}
