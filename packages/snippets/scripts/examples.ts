import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A model record used as a library's example. */
export interface Example {
  readonly library: string
  readonly name: string
  readonly record: unknown
}

const folder = join(import.meta.dirname, '../fixtures')

/**
 * The example records of a library: the files of `fixtures/<library>/` or, if its code reads nothing but the id, a single record that names it.
 * Records named `hostile` contain what a hostile author would write.
 */
export function examplesOf(library: string): Example[] {
  const files = listing(join(folder, library))
  if (files.length === 0) return [{ library, name: 'ordinary', record: { id: 'ada/model', library_name: library, tags: [library] } }]
  return files.map((file) => ({
    library,
    name: file.slice(0, -'.json'.length),
    record: JSON.parse(readFileSync(join(folder, library, file), 'utf8')) as unknown,
  }))
}

function listing(path: string): string[] {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
