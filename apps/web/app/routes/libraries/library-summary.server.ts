import {
  allLibraries,
  findLibrary,
  type Language,
  type Library,
  librarySnippets,
  proofEntries,
  type ProofEntry,
  proofEntry,
  proofLevels,
  targetFor,
  toModelFacts,
} from '@portolan/snippets'
import { libraryTasks, type TaskId } from '@portolan/tasks'
import type { ProofWords } from '../../features/proof/proof-words.server.ts'

/** What the registry and the record of proofs say of a library, whatever this hub holds. */
export interface LibrarySummary {
  readonly id: string
  readonly label: string
  /** False for libraries of which only the files are fetched. */
  readonly hasCode: boolean
  readonly languages: readonly Language[]
  /** The best level of its blocks. */
  readonly level: ProofWords['level']
  readonly against: string | null
  readonly date: string | null
  /** Why names were not looked up. */
  readonly reason: string | null
  /** Blocks at each level. */
  readonly blocks: { readonly runs: number; readonly names: number; readonly literals: number }
}

/** Stands where the name of a model belongs as long as there is none. */
export const anyModel = 'owner/model'

/** The record of a model that there might be, to show a library's code with. */
export function anyRecord(library: Library): Record<string, unknown> {
  const tasks = tasksOf(library.id)
  const task = tasks.find((each) => each === 'text-generation') ?? tasks[0]
  return { id: anyModel, library_name: library.id, tags: [library.id], ...(task === undefined ? {} : { pipeline_tag: task }) }
}

/** The tasks that the catalog names for a library. */
export function tasksOf(library: string): readonly TaskId[] {
  return Object.hasOwn(libraryTasks, library) ? libraryTasks[library as keyof typeof libraryTasks] : []
}

let known: { readonly of: readonly Library[]; readonly summaries: readonly LibrarySummary[] } | null = null

/** All libraries, in the order of the registry; worked out once, and again when the owner's libraries change. */
export function librarySummaries(): readonly LibrarySummary[] {
  const libraries = allLibraries()
  if (known?.of !== libraries) known = { of: libraries, summaries: libraries.map(summaryOf) }
  return known.summaries
}

export function summaryOf(library: Library): LibrarySummary {
  const { id, label } = library
  const own = proofEntry(id)
  const blocks = proofEntries(id).map(({ entry }) => entry)
  const best = [...blocks, ...(own ? [own] : [])].reduce<ProofEntry | null>(
    (found, entry) => (found === null || rank(entry) > rank(found) ? entry : found),
    null,
  )
  const at = (level: ProofEntry['level']) => blocks.filter((entry) => entry.level === level).length
  return {
    id,
    label,
    hasCode: library.snippets !== undefined,
    languages: librarySnippets(library, toModelFacts(anyRecord(library)), targetFor('http://localhost')).languages,
    level: best?.level ?? 'none',
    against: best?.against ?? null,
    date: best?.date ?? null,
    reason: own?.reason ?? null,
    blocks: { runs: at('runs'), names: at('names'), literals: at('literals') },
  }
}

function rank({ level }: ProofEntry): number {
  return proofLevels.indexOf(level)
}

/** Models of this hub by library, from counts by tag: a library is known by more than one name. */
export function countsByLibrary(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [tag, n] of counts) {
    const id = findLibrary(tag)?.id
    // Not their sum: a model that carries two names of a library is one model.
    if (id !== undefined) sums.set(id, Math.max(n, sums.get(id) ?? 0))
  }
  return sums
}

/** The tags of this hub's models that mean a library, the most frequent first; at least its id. */
export function tagsOf(library: Library, counts: ReadonlyMap<string, number>): readonly string[] {
  const tags = [...counts].filter(([tag]) => findLibrary(tag)?.id === library.id).toSorted(([, a], [, b]) => b - a)
  return tags.length > 0 ? tags.map(([tag]) => tag) : [library.id]
}
