import { filePathProblem, HubError, limits } from '@portolan/contract'
import { Yielder } from '../../foundation/schedule/index.ts'

/** One change in a commit. Changes apply in order: a later one wins. */
export type CommitOperation =
  | { readonly kind: 'file'; readonly path: string; readonly content: Buffer; readonly oldPath?: string }
  | { readonly kind: 'lfs'; readonly path: string; readonly sha256: string; readonly size?: number; readonly oldPath?: string }
  | { readonly kind: 'delete'; readonly path: string; readonly scope: 'file' | 'folder' | 'entry' }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }

/** @throws {HubError} `commit.invalid_path`, `commit.invalid_operation`, `commit.file_too_large` */
export async function checkOperations(operations: readonly CommitOperation[]): Promise<void> {
  const yielder = new Yielder()
  for (const operation of operations) {
    await yielder.yieldIfDue()
    for (const path of pathsOf(operation)) {
      const problem = filePathProblem(path)
      if (problem !== null) throw new HubError('commit.invalid_path', { message: `${problem}: ${JSON.stringify(path)}`, path })
    }
    if (operation.kind === 'file' && operation.content.length > limits.regularFileBytes) {
      throw new HubError('commit.file_too_large', {
        message: `${operation.path} has ${operation.content.length} bytes; regular files can have at most ${limits.regularFileBytes}. Upload it as a large file (LFS).`,
        path: operation.path,
      })
    }
    if (operation.kind === 'lfs' && !/^[0-9a-f]{64}$/.test(operation.sha256)) {
      throw new HubError('commit.invalid_operation', { message: `The oid of ${operation.path} is not a SHA-256`, path: operation.path })
    }
  }
}

function pathsOf(operation: CommitOperation): string[] {
  switch (operation.kind) {
    case 'rename':
      return [operation.from, operation.to]
    case 'delete':
      return [operation.path.replace(/\/$/, '')]
    case 'file':
    case 'lfs':
      return operation.oldPath === undefined ? [operation.path] : [operation.path, operation.oldPath]
  }
}
