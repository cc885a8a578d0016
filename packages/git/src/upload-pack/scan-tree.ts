import { equalPrefix, equalSuffix } from '../encode-delta.ts'

const oidBytes = 20

/** An item of a tree that is in none of the earlier trees of the same path. */
export interface NewItem {
  readonly isTree: boolean
  /** Position of its id in the tree's body. */
  readonly oidAt: number
  /** The item of the same name and kind in each earlier tree that has one: which tree, and the position of its id there. */
  readonly before: readonly { readonly tree: number; readonly oidAt: number }[]
}

interface Item {
  readonly isTree: boolean
  readonly oidAt: number
}

/**
 * Compares a tree with earlier ones on the raw bytes: the common beginning and end are not parsed, so that
 * a thousand versions of a long tree cost little more than reading them. Submodules are skipped.
 * @throws {Error} for a malformed tree
 */
export function newItems(body: Buffer, earlier: readonly Buffer[]): NewItem[] {
  const first = earlier[0]
  const found: NewItem[] = []
  if (first && earlier.length === 1 && sameNames(body, first, found)) return found
  found.length = 0
  const prefix = first ? equalPrefix(body, first) : 0
  const suffix = first ? equalSuffix(body, first, prefix) : 0
  const start = first ? itemStart(body, prefix) : 0
  const end = body.length - suffix
  const others = earlier.map((tree, index) => {
    let items: Map<string, Item> | undefined
    return () => (items ??= index === 0 ? itemsBetween(tree, start, tree.length - suffix) : itemsBetween(tree, 0, tree.length))
  })
  each(body, start, end, (name, item) => {
    const before: { tree: number; oidAt: number }[] = []
    for (const [tree, items] of others.entries()) {
      const same = items().get(name)
      if (!same) continue
      const other = earlier[tree] as Buffer
      if (other.compare(body, item.oidAt, item.oidAt + oidBytes, same.oidAt, same.oidAt + oidBytes) === 0) return
      if (same.isTree === item.isTree) before.push({ tree, oidAt: same.oidAt })
    }
    found.push({ ...item, before })
  })
  return found
}

/**
 * Compares two trees with the same names, as most versions of a folder are: names are not extracted from the bytes.
 * @returns false, with arbitrary contents in `found`, if the names differ
 */
function sameNames(body: Buffer, before: Buffer, found: NewItem[]): boolean {
  if (body.length !== before.length) return false
  for (let at = 0; at < body.length;) {
    const equal = equalPrefix(body.subarray(at), before.subarray(at))
    if (at + equal === body.length) return true
    at += itemStart(body.subarray(at), equal)
    const nul = body.indexOf(0, at)
    if (nul < 0 || nul + oidBytes >= body.length) throw new Error('A git tree is malformed')
    // The difference must be in the id: mode and name are equal up to the NUL.
    if (body.compare(before, at, nul + 1, at, nul + 1) !== 0) return false
    if (!isSubmodule(body, at)) found.push({ isTree: isTreeAt(body, at), oidAt: nul + 1, before: [{ tree: 0, oidAt: nul + 1 }] })
    at = nul + 1 + oidBytes
  }
  return true
}

function isTreeAt(body: Buffer, at: number): boolean {
  // 40000, or 040000 as old tools wrote it; all others start with a 1.
  return body[at] !== 0x31
}

function isSubmodule(body: Buffer, at: number): boolean {
  return body.toString('latin1', at, at + 7) === '160000 '
}

/** Where the last item starts that starts at or before a byte. */
function itemStart(body: Buffer, byte: number): number {
  let start = 0
  while (start < body.length) {
    const next = body.indexOf(0, start) + 1 + oidBytes
    if (next <= oidBytes || next > byte) break
    start = next
  }
  return start
}

function itemsBetween(body: Buffer, start: number, end: number): Map<string, Item> {
  const items = new Map<string, Item>()
  each(body, start, end, (name, item) => items.set(name, item))
  return items
}

/** Items that start between two bytes. */
function each(body: Buffer, start: number, end: number, visit: (name: string, item: Item) => void): void {
  for (let at = start; at < end;) {
    const space = body.indexOf(0x20, at)
    const nul = body.indexOf(0, at)
    if (space < 0 || nul < space || nul + oidBytes >= body.length) throw new Error('A git tree is malformed')
    const mode = body.toString('latin1', at, space)
    // A submodule refers to a commit of another repo.
    if (mode !== '160000') visit(body.toString('latin1', space + 1, nul), { isTree: mode === '40000' || mode === '040000', oidAt: nul + 1 })
    at = nul + 1 + oidBytes
  }
}
