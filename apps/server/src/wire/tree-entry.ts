import type { TreeEntry } from '@portolan/hub'

/** An entry of a tree as clients read it (hub API, section 3.1). Submodules are left to git. */
export function toWireEntry(entry: TreeEntry): Record<string, unknown> {
  const last = entry.lastCommit ? { lastCommit: { ...entry.lastCommit, date: entry.lastCommit.date.toISOString() } } : {}
  if (entry.type === 'directory') return { type: 'directory', oid: entry.oid, size: 0, path: entry.path, ...last }
  return {
    type: 'file',
    oid: entry.oid,
    size: entry.size,
    path: entry.path,
    ...(entry.lfs ? { lfs: { oid: entry.lfs.sha256, size: entry.lfs.size, pointerSize: entry.lfs.pointerSize } } : {}),
    ...last,
  }
}
