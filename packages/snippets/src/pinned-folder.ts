import { type Block, py } from './code/index.ts'
import { pythonSnapshot } from './preamble.ts'
import { revisionOf, type Target } from './target.ts'

/** The argument for a loader that accepts an id or a folder, but no revision. */
export interface PinnedFolder {
  /** The import that `fetch` needs; nothing when the id is sufficient. */
  readonly imports: Block | undefined
  /** Downloads the files and sets `path`; nothing when the id is sufficient. */
  readonly fetch: Block | undefined
  /** The id, or `path` for a specific revision. */
  readonly source: Block
}

/** The id for the default branch, otherwise the folder with the files of the revision. */
export function pinnedFolder(facts: { readonly id: string }, target: Target): PinnedFolder {
  if (revisionOf(target) === null) return { imports: undefined, fetch: undefined, source: py`${facts.id}` }
  return { imports: py`from huggingface_hub import snapshot_download`, fetch: pythonSnapshot(facts, target), source: py`path` }
}
