import type { Oid } from '@portolan/git'
import { gitFileAt, gitFileLink, requireSafeGitFile } from '../../foundation/git-store/index.ts'
import type { CommitOperation } from './operation.ts'
import type { TreeEditor } from './tree-editor.ts'

/**
 * Checks the files of git's own that a commit adds, changes or renames, in any folder.
 * @param read the content of a blob, new or stored
 * @throws {HubError} `commit.invalid_operation`
 */
export async function requireSafeGitFiles(
  editor: TreeEditor,
  operations: readonly CommitOperation[],
  read: (oid: Oid) => Promise<Buffer>,
): Promise<void> {
  for (const path of new Set(operations.flatMap((operation) => targetOf(operation) ?? []))) {
    const found = gitFileAt(path) === null ? null : await editor.fileAt(path)
    if (!found || found.mode === '160000') continue
    if (found.mode === '120000') throw gitFileLink(path, found.oid)
    requireSafeGitFile(path, await read(found.oid))
  }
}

/** Where an operation puts a file. A moved folder keeps the names in it, which were checked when they came. */
function targetOf(operation: CommitOperation): string | null {
  if (operation.kind === 'delete') return null
  return operation.kind === 'rename' ? operation.to : operation.path
}
