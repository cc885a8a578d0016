import { type Block, py, when } from '../code/index.ts'
import type { Install, NameSource, Snippets } from '../library.ts'
import { pythonRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'
import type { DatasetFacts } from './dataset-facts.ts'

/** A library that loads datasets: one file in this folder. */
export interface DatasetLibrary {
  /** As spelled in tags. */
  readonly id: string
  readonly label: string
  readonly repo: string
  readonly docs?: string
  readonly names: NameSource
  readonly install?: (facts: DatasetFacts) => Install
  /** Whether its code is shown for this dataset. Default: whether the dataset's tags name it. */
  readonly offers?: (facts: DatasetFacts) => boolean
  /** If omitted, the code fetches the files, with a note that there is nothing more. */
  readonly snippets?: (facts: DatasetFacts, target: Target) => Snippets
}

export function defineDatasetLibrary(library: DatasetLibrary): DatasetLibrary {
  return library
}

export function isDatasetLibraryOffered(library: DatasetLibrary, facts: DatasetFacts): boolean {
  return library.offers?.(facts) ?? (facts.tags.has(library.id) || facts.tags.has(`library:${library.id}`))
}

/** Rows in a file that table readers accept. */
export function isTable(facts: DatasetFacts): boolean {
  return facts.file !== null && ['parquet', 'csv', 'json', 'jsonl'].includes(facts.format ?? '')
}

/** The key a run is recorded under: the call depends on the file format. */
export function perFormat(id: string, { format, isTsv }: DatasetFacts): string {
  return `${id}:${isTsv ? 'tsv' : (format ?? 'none')}`
}

/** The address of a file for clients that read through `HfFileSystem`, which calls the hub in HF_ENDPOINT. */
export function fileAddress({ id, file }: DatasetFacts, target: Target): string {
  const revision = revisionOf(target)
  return `hf://datasets/${id}${revision === null ? '' : `@${encodeRevision(revision)}`}/${file ?? ''}`
}

/** Quoted the way the client does it: a revision may contain slashes. */
function encodeRevision(revision: string): string {
  return encodeURIComponent(revision.toWellFormed())
}

/** The line that downloads the file, for readers that support no hub or only one: sets `path`. */
export function downloadFile({ id, file }: DatasetFacts, target: Target): Block {
  return py`path = hf_hub_download(${id}, ${file ?? ''}, repo_type="dataset"${pythonRevision(target)})`
}

/** `, "config"` for loaders that require a name. */
export function namedConfig({ config }: DatasetFacts): Block | undefined {
  return when(config !== null, py`, ${config}`)
}
