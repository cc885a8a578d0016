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

/** The registry entry and proof record of a library, independent of this hub's contents. */
export interface LibrarySummary {
  readonly id: string
  readonly label: string
  /** False for libraries whose models are only downloaded as files. */
  readonly hasCode: boolean
  readonly languages: readonly Language[]
  /** The highest level of its blocks. */
  readonly level: ProofWords['level']
  readonly against: string | null
  readonly date: string | null
  /** The reason names were not looked up. */
  readonly reason: string | null
  /** Number of blocks at each level. */
  readonly blocks: { readonly runs: number; readonly names: number; readonly literals: number }
}

/** Placeholder for a model name when there is no model. */
export const anyModel = 'owner/model'

/** Returns the record of a hypothetical model, for showing a library's code. */
export function anyRecord(library: Library): Record<string, unknown> {
  const tasks = tasksOf(library.id)
  const task = tasks.find((each) => each === 'text-generation') ?? tasks[0]
  return { id: anyModel, library_name: library.id, tags: [library.id], ...(task === undefined ? {} : { pipeline_tag: task }) }
}

/** Returns the tasks that the catalog lists for a library. */
export function tasksOf(library: string): readonly TaskId[] {
  return Object.hasOwn(libraryTasks, library) ? libraryTasks[library as keyof typeof libraryTasks] : []
}

let known: { readonly of: readonly Library[]; readonly summaries: readonly LibrarySummary[] } | null = null

/** Returns all libraries in registry order. Computed once, and again when the owner's libraries change. */
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

/** Counts this hub's models by library, from counts by tag: a library can have several names. */
export function countsByLibrary(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [tag, n] of counts) {
    const id = findLibrary(tag)?.id
    // Not the sum: a model tagged with two names of a library is one model.
    if (id !== undefined) sums.set(id, Math.max(n, sums.get(id) ?? 0))
  }
  return sums
}

/** Returns the tags for a library in use on this hub, most frequent first, or its id if none are. */
export function tagsOf(library: Library, counts: ReadonlyMap<string, number>): readonly string[] {
  const tags = [...counts].filter(([tag]) => findLibrary(tag)?.id === library.id).toSorted(([, a], [, b]) => b - a)
  return tags.length > 0 ? tags.map(([tag]) => tag) : [library.id]
}
