import { type Block, py } from './code/index.ts'
import { pythonSnapshot } from './preamble.ts'
import { revisionOf, type Target } from './target.ts'

/** What to give a loader that takes an id or a folder, but no revision. */
export interface PinnedFolder {
  /** The import that `fetch` needs; nothing when the id will do. */
  readonly imports: Block | undefined
  /** Fetches the files and sets `path`; nothing when the id will do. */
  readonly fetch: Block | undefined
  /** The id, or `path` when a revision is meant. */
  readonly source: Block
}

/** The id while the default branch is meant, else the folder of the files at the revision. */
export function pinnedFolder(facts: { readonly id: string }, target: Target): PinnedFolder {
  if (revisionOf(target) === null) return { imports: undefined, fetch: undefined, source: py`${facts.id}` }
  return { imports: py`from huggingface_hub import snapshot_download`, fetch: pythonSnapshot(facts, target), source: py`path` }
}
