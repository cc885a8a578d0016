import type { Oid, TreeMode } from '@portolan/git'
import type { ChangedPath } from '../../repository/revisions/index.ts'

/** One file of a comparison. A file that became a link, or vice versa, is reported as removed and added. */
export interface ChangedFile {
  readonly status: 'added' | 'removed' | 'changed' | 'renamed'
  /** Current path; for a removed file, its old path. */
  readonly path: string
  /** Previous path, if it was different. */
  readonly oldPath: string | null
  readonly oldOid: Oid | null
  readonly newOid: Oid | null
  readonly oldMode: TreeMode | null
  readonly newMode: TreeMode | null
  /** Percent, for a renamed file. */
  readonly similarity: number | null
}

/** Turns changed paths into changed files: a change of kind (file, link, submodule) becomes two. */
export function toChangedFiles(paths: readonly ChangedPath[]): ChangedFile[] {
  return paths.flatMap(({ status, ...change }): ChangedFile[] => {
    const { oldMode, newMode } = change
    const file = { ...change, oldPath: null, similarity: null }
    if (oldMode === null || newMode === null || sortOf(oldMode) === sortOf(newMode)) return [{ ...file, status }]
    return [
      { ...file, status: 'removed', newOid: null, newMode: null },
      { ...file, status: 'added', oldOid: null, oldMode: null },
    ]
  })
}

export function sortOf(mode: TreeMode): 'file' | 'link' | 'submodule' | 'folder' {
  if (mode === '120000') return 'link'
  if (mode === '160000') return 'submodule'
  return mode === '40000' ? 'folder' : 'file'
}
