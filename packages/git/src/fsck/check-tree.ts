import { isUtf8 } from 'node:buffer'
import { oidFromBytes, type Oid, zeroOid } from '../oid.ts'
import type { TreeMode } from '../tree.ts'
import { isDotGit, isSpecialFile } from './dot-git.ts'
import { type ObjectProblem, problem } from './problem.ts'

/** An item of a tree that passed. */
export interface CheckedItem {
  readonly mode: TreeMode
  readonly name: string
  readonly oid: Oid
}

export interface CheckedTree {
  readonly items: readonly CheckedItem[]
  /** Blobs that git reads as configuration, in any spelling. */
  readonly gitmodules: readonly Oid[]
  readonly gitattributes: readonly Oid[]
}

const modes = new Set(['40000', '100644', '100755', '120000', '160000'])

/** Checks a tree as strictly as `git fsck --strict`, and also requires names in UTF-8: API clients could not refer to others. */
export function checkTree(body: Buffer): CheckedTree | ObjectProblem {
  const items: CheckedItem[] = []
  const gitmodules: Oid[] = []
  const gitattributes: Oid[] = []
  const names = new Set<string>()
  let before: Buffer | null = null
  let beforeIsFolder = false
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at)
    const nul = space < 0 ? -1 : body.indexOf(0, space)
    if (nul < 0 || nul + 21 > body.length) return problem('badTree', 'a tree is truncated')
    const mode = body.toString('latin1', at, space)
    const bytes = body.subarray(space + 1, nul)
    const oid = oidFromBytes(body.subarray(nul + 1, nul + 21))
    at = nul + 21
    const name = bytes.toString('utf8')
    if (!modes.has(mode)) {
      return mode.startsWith('0')
        ? problem('zeroPaddedFilemode', `the mode of ${shown(name)} starts with a zero`)
        : problem('badFilemode', `${shown(name)} has the mode ${JSON.stringify(mode.slice(0, 20))}, which git never writes`)
    }
    if (oid === zeroOid) return problem('nullSha1', `${shown(name)} has an all-zero object ID`)
    if (!isUtf8(bytes)) return problem('badName', `the name ${shown(name)} is not UTF-8`)
    const wrong = nameProblem(name)
    if (wrong) return wrong
    if (names.has(name)) return problem('duplicateEntries', `${shown(name)} appears twice in a folder`)
    names.add(name)
    const isFolder = mode === '40000'
    if (before !== null && compareNames(before, beforeIsFolder, bytes, isFolder) >= 0)
      return problem('treeNotSorted', `a folder is not sorted at ${shown(name)}`)
    before = bytes
    beforeIsFolder = isFolder
    for (const [file, list] of [['.gitmodules', gitmodules] as const, ['.gitattributes', gitattributes] as const]) {
      if (!isSpecialFile(name, file)) continue
      if (mode === '120000') return problem(`${file.slice(1)}Symlink`, `${shown(name)} is a symbolic link`)
      if (mode === '100644' || mode === '100755') list.push(oid)
    }
    items.push({ mode: mode as TreeMode, name, oid })
  }
  return { items, gitmodules, gitattributes }
}

/** Cache of names that passed: versions of a folder share most of them. Cleared when full. */
const passed = new Set<string>()
const maxPassed = 20_000

function nameProblem(name: string): ObjectProblem | null {
  if (passed.has(name)) return null
  if (name === '') return problem('emptyName', 'a folder contains a file without a name')
  if (name.includes('/')) return problem('fullPathname', `the name ${shown(name)} contains a slash`)
  if (name === '.') return problem('hasDot', 'a folder contains a file named "."')
  if (name === '..') return problem('hasDotdot', 'a folder contains a file named ".."')
  if (isDotGit(name)) return problem('hasDotgit', `the name ${shown(name)} means .git on some systems`)
  if (passed.size >= maxPassed) passed.clear()
  if (name.length <= 200) passed.add(name)
  return null
}

/** In git's order a folder's name ends with a slash. */
function compareNames(a: Buffer, aIsFolder: boolean, b: Buffer, bIsFolder: boolean): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number)
  const afterA = a.length > length ? (a[length] as number) : aIsFolder ? 0x2f : 0
  const afterB = b.length > length ? (b[length] as number) : bIsFolder ? 0x2f : 0
  if (afterA !== afterB) return afterA - afterB
  // The folder `a/` cannot clash with a name that continues with a slash: slashes are rejected.
  return a.length - b.length
}

function shown(name: string): string {
  return JSON.stringify(name)
}
