import { DamagedObjectError } from './damaged-object-error.ts'
import { oidFromBytes, type Oid } from './oid.ts'

/** Modes that git writes. `40000` folder, `100644` file, `100755` executable, `120000` symbolic link, `160000` submodule. */
export type TreeMode = '40000' | '100644' | '100755' | '120000' | '160000'

export interface TreeItem {
  readonly mode: TreeMode
  /** One path segment. */
  readonly name: string
  readonly oid: Oid
}

export const folderMode: TreeMode = '40000'
export const fileMode: TreeMode = '100644'

/** Parses a tree's body. @throws {DamagedObjectError} if it is malformed */
export function parseTree(body: Buffer): TreeItem[] {
  const items: TreeItem[] = []
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at)
    const nul = body.indexOf(0, space)
    if (space < 0 || nul < 0 || nul + 21 > body.length) throw new DamagedObjectError('A git tree is malformed')
    items.push({
      mode: normalizeMode(body.toString('latin1', at, space)),
      name: body.toString('utf8', space + 1, nul),
      oid: oidFromBytes(body.subarray(nul + 1, nul + 21)),
    })
    at = nul + 21
  }
  return items
}

// oxlint-disable-next-line no-control-regex -- NUL is an ASCII character, too
const isAscii = /^[\u0000-\u007f]*$/

/** Encodes a tree, sorted as git does: by bytes, with a slash appended to the names of folders. */
export function encodeTree(items: Iterable<TreeItem>): Buffer {
  // One character per byte: comparing strings is much faster than comparing buffers.
  const sorted = [...items].map(({ mode, name, oid }) => {
    const bytes = isAscii.test(name) ? name : Buffer.from(name).toString('latin1')
    return { mode, bytes, oid, key: mode === folderMode ? `${bytes}/` : bytes }
  })
  sorted.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const body = Buffer.allocUnsafe(sorted.reduce((sum, { mode, bytes }) => sum + mode.length + bytes.length + 22, 0))
  let at = 0
  for (const { mode, bytes, oid } of sorted) {
    at += body.write(`${mode} ${bytes}\0`, at, 'latin1')
    at += body.write(oid, at, 20, 'hex')
  }
  return body
}

function normalizeMode(mode: string): TreeMode {
  if (mode === '40000' || mode === '040000') return '40000'
  if (mode === '100755' || mode === '120000' || mode === '160000') return mode
  // Old tools wrote group-writable files; git reads them as regular ones.
  if (/^100[0-7]{3}$/.test(mode)) return '100644'
  throw new DamagedObjectError(`A git tree has an unknown mode ${JSON.stringify(mode)}`)
}
