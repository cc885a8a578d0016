import { type Block, py, when } from '../code/index.ts'
import type { Install, NameSource, Snippets } from '../library.ts'
import { pythonRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'
import type { DatasetFacts } from './dataset-facts.ts'

/** A library that datasets are loaded with: one file in this folder. */
export interface DatasetLibrary {
  /** As tags name it. */
  readonly id: string
  readonly label: string
  readonly repo: string
  readonly docs?: string
  readonly names: NameSource
  readonly install?: (facts: DatasetFacts) => Install
  /** Whether its code is shown for this dataset; when left out: whether the dataset's tags name it. */
  readonly offers?: (facts: DatasetFacts) => boolean
  /** Left out: the files are fetched, and a note says that there is no more. */
  readonly snippets?: (facts: DatasetFacts, target: Target) => Snippets
}

export function defineDatasetLibrary(library: DatasetLibrary): DatasetLibrary {
  return library
}

export function isDatasetLibraryOffered(library: DatasetLibrary, facts: DatasetFacts): boolean {
  return library.offers?.(facts) ?? (facts.tags.has(library.id) || facts.tags.has(`library:${library.id}`))
}

/** Rows in a file that readers of tables take. */
export function isTable(facts: DatasetFacts): boolean {
  return facts.file !== null && ['parquet', 'csv', 'json', 'jsonl'].includes(facts.format ?? '')
}

/** Under what a run is recorded: the call differs by the format of the file. */
export function perFormat(id: string, { format, isTsv }: DatasetFacts): string {
  return `${id}:${isTsv ? 'tsv' : (format ?? 'none')}`
}

/** The address of a file for clients that read through `HfFileSystem`, which asks the hub of HF_ENDPOINT. */
export function fileAddress({ id, file }: DatasetFacts, target: Target): string {
  const revision = revisionOf(target)
  return `hf://datasets/${id}${revision === null ? '' : `@${encodeRevision(revision)}`}/${file ?? ''}`
}

/** As the client quotes it: a revision may have slashes. */
function encodeRevision(revision: string): string {
  return encodeURIComponent(revision.toWellFormed())
}

/** The line that fetches the file, for readers which know no hub or only one: sets `path`. */
export function downloadFile({ id, file }: DatasetFacts, target: Target): Block {
  return py`path = hf_hub_download(${id}, ${file ?? ''}, repo_type="dataset"${pythonRevision(target)})`
}

/** `, "config"` for loaders that want one named. */
export function namedConfig({ config }: DatasetFacts): Block | undefined {
  return when(config !== null, py`, ${config}`)
}
