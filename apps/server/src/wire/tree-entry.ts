import type { WireLastCommit, WireTreeEntry } from '@portolan/contract'
import type { TreeEntry } from '@portolan/hub'

/** An entry of a tree as clients read it. A link of the file system is a file with the target as its text, as git has it. */
export function toWireEntry(entry: TreeEntry): WireTreeEntry {
  const { oid, path, size } = entry
  const last: { lastCommit?: WireLastCommit } = entry.lastCommit
    ? { lastCommit: { ...entry.lastCommit, date: entry.lastCommit.date.toISOString() } }
    : {}
  if (entry.type === 'directory') return { type: 'directory', oid, size: 0, path, ...last }
  const lfs = entry.lfs ? { lfs: { oid: entry.lfs.sha256, size: entry.lfs.size, pointerSize: entry.lfs.pointerSize } } : {}
  return { type: 'file', oid, size, path, ...lfs, ...last }
}
