import {
  lfsAttributeLine,
  type LfsAttributes,
  makeObject,
  type Oid,
  PatternTooComplex,
  readLfsAttributesInTurns,
  type StoredObject,
} from '@portolan/git'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { TreeEditor } from './tree-editor.ts'

const attributesPath = '.gitattributes'

/**
 * Makes sure git clients treat these paths as large files: those not covered by a rule get their own line in the root .gitattributes.
 * @param readText the text of a blob of the edited tree
 * @returns the new blob, or `null` when nothing had to be added
 */
export async function coverLargeFiles(
  editor: TreeEditor,
  paths: readonly string[],
  readText: (oid: Oid) => Promise<string>,
): Promise<StoredObject | null> {
  if (paths.length === 0) return null
  const folders = new Set([''])
  for (const path of paths) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) folders.add(path.slice(0, slash))
  }
  const files: { dir: string; text: string }[] = []
  for (const dir of folders) {
    const file = await editor.fileAt(dir === '' ? attributesPath : `${dir}/${attributesPath}`)
    if (file) files.push({ dir, text: await readText(file.oid) })
  }
  const yielder = new Yielder()
  const attributes = await readLfsAttributesInTurns(files, () => yielder.yieldIfDue())
  const uncovered = paths.filter((path) => !isCovered(attributes, path))
  if (uncovered.length === 0) return null
  const root = files.find(({ dir }) => dir === '')?.text ?? ''
  const start = root === '' || root.endsWith('\n') ? root : `${root}\n`
  const object = makeObject('blob', Buffer.from(start + [...new Set(uncovered)].map(lfsAttributeLine).join('')))
  await editor.put(attributesPath, object.oid)
  return object
}

/** Patterns designed to run forever never match: one extra line does no harm, a failed commit would. */
function isCovered(attributes: LfsAttributes, path: string): boolean {
  try {
    return attributes.isLfs(path)
  } catch (error) {
    if (error instanceof PatternTooComplex) return false
    throw error
  }
}
