import { isUtf8 } from 'node:buffer'
import { oidFromBytes, type Oid, zeroOid } from '../oid.ts'
import type { TreeMode } from '../tree.ts'
import { isDotGit, isSpecialFile } from './dot-git.ts'
import { type ObjectProblem, problem } from './problem.ts'

/** What a tree that passed says of an item. */
export interface CheckedItem {
  readonly mode: TreeMode
  readonly name: string
  readonly oid: Oid
}

export interface CheckedTree {
  readonly items: readonly CheckedItem[]
  /** Blobs that git reads as configuration, whatever their spelling. */
  readonly gitmodules: readonly Oid[]
  readonly gitattributes: readonly Oid[]
}

const modes = new Set(['40000', '100644', '100755', '120000', '160000'])

/** Reads a tree as strictly as `git fsck --strict`, and asks for names in UTF-8 besides: clients of the API could not name others. */
export function checkTree(body: Buffer): CheckedTree | ObjectProblem {
  const items: CheckedItem[] = []
  const gitmodules: Oid[] = []
  const gitattributes: Oid[] = []
  const names = new Set<string>()
  let before: Buffer | null = null
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at)
    const nul = space < 0 ? -1 : body.indexOf(0, space)
    if (nul < 0 || nul + 21 > body.length) return problem('badTree', 'a tree is cut off')
    const mode = body.toString('latin1', at, space)
    const bytes = body.subarray(space + 1, nul)
    const oid = oidFromBytes(body.subarray(nul + 1, nul + 21))
    at = nul + 21
    const name = bytes.toString('utf8')
    const shown = JSON.stringify(name)
    if (mode.startsWith('0')) return problem('zeroPaddedFilemode', `the mode of ${shown} begins with a zero`)
    if (!modes.has(mode))
      return problem('badFilemode', `${shown} has the mode ${JSON.stringify(mode.slice(0, 20))}, which git does not write`)
    if (oid === zeroOid) return problem('nullSha1', `${shown} points at nothing`)
    if (!isUtf8(bytes)) return problem('badName', `the name ${shown} is not UTF-8`)
    const wrong = nameProblem(name, shown)
    if (wrong) return wrong
    if (names.has(name)) return problem('duplicateEntries', `${shown} stands in a folder twice`)
    names.add(name)
    const key = mode === '40000' ? Buffer.concat([bytes, slash]) : bytes
    if (before !== null && Buffer.compare(before, key) >= 0) return problem('treeNotSorted', `a folder is not sorted at ${shown}`)
    before = key
    for (const [file, list] of [['.gitmodules', gitmodules] as const, ['.gitattributes', gitattributes] as const]) {
      if (!isSpecialFile(name, file)) continue
      if (mode === '120000') return problem(`${file.slice(1)}Symlink`, `${shown} is a symbolic link`)
      if (mode === '100644' || mode === '100755') list.push(oid)
    }
    items.push({ mode: mode as TreeMode, name, oid })
  }
  return { items, gitmodules, gitattributes }
}

const slash = Buffer.from('/')

function nameProblem(name: string, shown: string): ObjectProblem | null {
  if (name === '') return problem('emptyName', 'a file without a name is in a folder')
  if (name.includes('/')) return problem('fullPathname', `the name ${shown} has a slash`)
  if (name === '.') return problem('hasDot', 'a file called "." is in a folder')
  if (name === '..') return problem('hasDotdot', 'a file called ".." is in a folder')
  if (isDotGit(name)) return problem('hasDotgit', `the name ${shown} means .git on some systems`)
  return null
}
