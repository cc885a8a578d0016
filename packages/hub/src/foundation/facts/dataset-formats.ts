/** File extensions and their data format, as `datasets` would load them. */
const formats: Readonly<Record<string, { readonly format: string; readonly modality?: string }>> = {
  csv: { format: 'csv' },
  tsv: { format: 'csv' },
  json: { format: 'json' },
  jsonl: { format: 'json' },
  ndjson: { format: 'json' },
  parquet: { format: 'parquet' },
  arrow: { format: 'arrow' },
  txt: { format: 'text', modality: 'text' },
  jpg: { format: 'imagefolder', modality: 'image' },
  jpeg: { format: 'imagefolder', modality: 'image' },
  png: { format: 'imagefolder', modality: 'image' },
  webp: { format: 'imagefolder', modality: 'image' },
  wav: { format: 'audiofolder', modality: 'audio' },
  mp3: { format: 'audiofolder', modality: 'audio' },
  flac: { format: 'audiofolder', modality: 'audio' },
  mp4: { format: 'videofolder', modality: 'video' },
  pdf: { format: 'pdffolder', modality: 'document' },
}

/** Files that describe a repo rather than being its data. */
const about =
  /(^|\/)(dataset_infos?|package|config|state|LICENSE[^/]*|NOTICE[^/]*|requirements)\.(json|txt)$|(^|\/)(LICENSE|README)[^/]*$|(^|\/)\./i

/** A few pictures next to tables illustrate the card; more are data. */
const fewFiles = 5

/** `format:` and `modality:` tags for the files of a dataset. */
export function datasetFormats(paths: Iterable<string>): { tag: string; ns: string }[] {
  const counts = new Map<string, { modality: string | undefined; files: number }>()
  for (const path of paths) {
    const ending = about.test(path) ? undefined : /\.([a-z0-9]+)(?:\.(?:gz|zst|bz2|xz))?$/.exec(path.toLowerCase())?.[1]
    const data = ending !== undefined && Object.hasOwn(formats, ending) ? formats[ending] : undefined
    if (!data) continue
    const entry = counts.get(data.format) ?? { modality: data.modality, files: 0 }
    entry.files++
    counts.set(data.format, entry)
  }
  const tables = [...counts.values()].some(({ modality }) => modality === undefined)
  return [...counts]
    .filter(([, { modality, files }]) => modality === undefined || !tables || files >= fewFiles)
    .flatMap(([format, { modality }]) => [
      { tag: `format:${format}`, ns: 'format' },
      ...(modality === undefined ? [] : [{ tag: `modality:${modality}`, ns: 'modality' }]),
    ])
}
