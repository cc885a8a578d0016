import { askModes, contentOf, filesPerQuestion, sendCommit, sendLarge, type Target } from './hub-calls.ts'
import { hashFile } from './hash-file.ts'
import type { PickedFile } from './picked-files.ts'

/** The state of a file. `share` is the progress of the current step, between 0 and 1. */
export type FileState =
  | { readonly step: 'waiting' | 'done' | 'ignored' }
  | { readonly step: 'hashing' | 'sending' | 'committing'; readonly share: number }
  | { readonly step: 'failed'; readonly message: string }

export interface Upload {
  readonly target: Target
  readonly files: readonly PickedFile[]
  readonly summary: string
  readonly description: string
  readonly signal: AbortSignal
  readonly onState: (path: string, state: FileState) => void
}

/** Maximum size of regular files per commit: a commit is one request, and is held in memory on both ends. Bytes. */
const commitBytes = 40_000_000
const commitFiles = 500
const largeAtOnce = 3

/**
 * Uploads files and commits those that arrived. Large files go directly to the hub's storage, a few at a time; the rest are sent inside the commits.
 * A file that fails does not block the others.
 * @returns the number of files committed
 * @throws when the upload modes could not be queried or a commit failed; `AbortError` when canceled
 */
export async function uploadFiles(upload: Upload): Promise<number> {
  const { target, files, signal, onState } = upload
  const regular: PickedFile[] = []
  const large: PickedFile[] = []
  for (let start = 0; start < files.length; start += filesPerQuestion) {
    const some = files.slice(start, start + filesPerQuestion)
    const modes = new Map((await askModes(target, some, signal)).map((mode) => [mode.path, mode]))
    for (const picked of some) {
      const mode = modes.get(picked.path)
      if (mode?.shouldIgnore) onState(picked.path, { step: 'ignored' })
      else (mode?.uploadMode === 'lfs' ? large : regular).push(picked)
    }
  }
  const arrived = await uploadLarge(upload, large)
  return commitAll(upload, regular, arrived)
}

async function uploadLarge(
  { target, signal, onState }: Upload,
  files: readonly PickedFile[],
): Promise<{ picked: PickedFile; sha256: string }[]> {
  const arrived: { picked: PickedFile; sha256: string }[] = []
  const queue = [...files]
  const work = async () => {
    for (let picked = queue.shift(); picked; picked = queue.shift()) {
      const { path, file } = picked
      const share = (bytes: number) => (file.size === 0 ? 1 : bytes / file.size)
      try {
        onState(path, { step: 'hashing', share: 0 })
        const sha256 = await hashFile(file, signal, (bytes) => onState(path, { step: 'hashing', share: share(bytes) }))
        onState(path, { step: 'sending', share: 0 })
        await sendLarge(target, file, sha256, signal, (bytes) => onState(path, { step: 'sending', share: share(bytes) }))
        onState(path, { step: 'sending', share: 1 })
        arrived.push({ picked, sha256 })
      } catch (error) {
        if (signal.aborted) throw error
        onState(path, { step: 'failed', message: messageOf(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: largeAtOnce }, work))
  return arrived
}

async function commitAll(
  upload: Upload,
  regular: readonly PickedFile[],
  arrived: readonly { picked: PickedFile; sha256: string }[],
): Promise<number> {
  const { target, summary, description, signal, onState } = upload
  const batches = inBatches(regular)
  if (arrived.length > 0 || batches.length === 0) batches[0] ??= []
  let committed = 0
  for (const [number, batch] of batches.entries()) {
    const names = batches.length === 1 ? summary : `${summary} (part ${number + 1} of ${batches.length})`
    const lines: unknown[] = [{ key: 'header', value: { summary: names, description: number === 0 ? description : '' } }]
    const sent: string[] = []
    for (const { picked, sha256 } of number === 0 ? arrived : []) {
      lines.push({ key: 'lfsFile', value: { path: picked.path, algo: 'sha256', oid: sha256, size: picked.file.size } })
      sent.push(picked.path)
    }
    for (const { path, file } of batch) {
      try {
        lines.push({ key: 'file', value: { content: await contentOf(file), path, encoding: 'base64' } })
        sent.push(path)
      } catch (error) {
        onState(path, { step: 'failed', message: messageOf(error) })
      }
    }
    if (sent.length === 0) continue
    const bytes = batch.reduce((sum, { file }) => sum + (file.size * 4) / 3, 1)
    const report = (share: number) => {
      for (const path of sent) onState(path, { step: 'committing', share })
    }
    report(0)
    try {
      await sendCommit(target, lines, signal, (sentBytes) => report(Math.min(1, sentBytes / bytes)))
    } catch (error) {
      for (const path of sent) onState(path, { step: 'failed', message: messageOf(error) })
      throw error
    }
    for (const path of sent) onState(path, { step: 'done' })
    committed += sent.length
  }
  return committed
}

function inBatches(files: readonly PickedFile[]): PickedFile[][] {
  const batches: PickedFile[][] = []
  let bytes = 0
  for (const picked of files) {
    const last = batches.at(-1)
    if (last === undefined || bytes + picked.file.size > commitBytes || last.length >= commitFiles) {
      batches.push([picked])
      bytes = picked.file.size
    } else {
      last.push(picked)
      bytes += picked.file.size
    }
  }
  return batches
}

export function messageOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return 'Canceled'
  return error instanceof Error ? error.message : String(error)
}
