import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from '@portolan/snippets'
import { readLibraryFile, type RegistryProblem } from './read-library-file.ts'

/** Larger files cannot be libraries. Bytes. */
const maxBytes = 1024 * 1024

/** Reads all `.yaml` and `.yml` files of a folder, by name. If two files define the same library, the second has a problem. */
export async function loadRegistry(folder: string): Promise<{ libraries: Library[]; problems: RegistryProblem[] }> {
  const libraries = new Map<string, Library>()
  const problems: RegistryProblem[] = []
  for (const file of (await readdir(folder)).filter((each) => /\.ya?ml$/.test(each)).sort()) {
    const unreadable = (text: string) => problems.push({ file, line: 1, column: 1, code: 'registry.unreadable', text })
    const path = join(folder, file)
    let source: string
    try {
      if ((await stat(path)).size > maxBytes) {
        unreadable('The file is larger than 1 MB')
        continue
      }
      source = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    } catch (error) {
      unreadable(error instanceof Error ? error.message : String(error))
      continue
    }
    const read = readLibraryFile(file, source)
    problems.push(...read.problems)
    for (const library of read.libraries) {
      if (libraries.has(library.id))
        problems.push({
          file,
          line: 1,
          column: 1,
          code: 'registry.duplicate',
          text: `The library ${library.id} is also defined in another file`,
        })
      else libraries.set(library.id, library)
    }
  }
  return { libraries: [...libraries.values()], problems }
}
