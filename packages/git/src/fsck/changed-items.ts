import { equalPrefix } from '../encode-delta.ts'
import { oidFromBytes, type Oid, zeroOid } from '../oid.ts'
import type { TreeMode } from '../tree.ts'

/** An item where two versions of a folder differ only in the id. */
export interface ChangedItem {
  readonly mode: TreeMode
  readonly name: string
  readonly oid: Oid
  /** Its id in the other version. */
  readonly before: Oid
}

/**
 * Compares a tree with one that passed `checkTree`. If both have the same names and modes, the tree passes as well, and only the changed ids
 * need checking: this covers most versions of most folders.
 * @returns `null` if anything else differs, or an item has a zero id: then check the whole tree
 */
export function changedItems(body: Buffer, checked: Buffer): ChangedItem[] | null {
  if (body.length !== checked.length) return null
  const items: ChangedItem[] = []
  let at = 0
  while (at < body.length) {
    const differs = at + equalPrefix(body.subarray(at), checked.subarray(at))
    if (differs === body.length) break
    // Find the item that contains the difference.
    let nul = checked.indexOf(0, at)
    while (nul + 21 <= differs) {
      at = nul + 21
      nul = checked.indexOf(0, at)
    }
    // Mode and name are equal if the first difference comes after them.
    if (differs <= nul) return null
    const space = body.indexOf(0x20, at)
    const oid = oidFromBytes(body.subarray(nul + 1, nul + 21))
    if (oid === zeroOid) return null
    items.push({
      mode: body.toString('latin1', at, space) as TreeMode,
      name: body.toString('utf8', space + 1, nul),
      oid,
      before: oidFromBytes(checked.subarray(nul + 1, nul + 21)),
    })
    at = nul + 21
  }
  return items
}
