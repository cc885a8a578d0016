import type { WireLastCommit, WireTreeEntry } from '@portolan/contract'
import { type Hub, type TreeEntry, xetHashes } from '@portolan/hub'

/** Tree entries in the clients' format, with the Xet hash of the large files that can be downloaded through Xet. */
export async function toWireEntries(hub: Hub, entries: readonly TreeEntry[]): Promise<WireTreeEntry[]> {
  const hashes = await xetHashes(
    hub,
    entries.flatMap(({ lfs }) => (lfs === null ? [] : [lfs.sha256])),
  )
  return entries.filter(({ type }) => type !== 'submodule').map((entry) => toWireEntry(entry, hashes.get(entry.lfs?.sha256 ?? '')))
}

/** A tree entry in the clients' format. A symbolic link is a file whose text is the target, as in git. */
function toWireEntry(entry: TreeEntry, xetHash: string | undefined): WireTreeEntry {
  const { oid, path, size } = entry
  const last: { lastCommit?: WireLastCommit } = entry.lastCommit
    ? { lastCommit: { ...entry.lastCommit, date: entry.lastCommit.date.toISOString() } }
    : {}
  if (entry.type === 'directory') return { type: 'directory', oid, size: 0, path, ...last }
  const lfs = entry.lfs ? { lfs: { oid: entry.lfs.sha256, size: entry.lfs.size, pointerSize: entry.lfs.pointerSize } } : {}
  return { type: 'file', oid, size, path, ...lfs, ...(xetHash === undefined ? {} : { xetHash }), ...last }
}
