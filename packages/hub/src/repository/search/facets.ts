import { isTaskId, pipelineType, subtaskName } from '@portolan/tasks'
import { sql } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { matchesOf } from './list-repos.ts'
import type { TagCount } from './matches.ts'
import { checkQuery, isFiltered, type ListingQuery } from './query.ts'
import { likePattern } from './words.ts'

export interface FacetValue {
  /** Wire tag. */
  readonly value: string
  readonly label: string
  readonly n: number
  /** True when only the first matches were counted: the actual number is at least `n`. */
  readonly capped: boolean
}

/**
 * The most frequent values of some tag groups among the matching repos, most frequent first.
 * Without conditions, the counts are those of the public repos: exact, and read from the tags themselves.
 */
export async function listFacets(
  hub: Hub,
  actor: Actor,
  query: ListingQuery,
  namespaces: readonly string[],
  options: { search?: string; limit?: number } = {},
): Promise<Record<string, FacetValue[]>> {
  checkQuery(query)
  const limit = Math.max(1, Math.min(options.limit ?? 30, 1_000))
  const result: Record<string, FacetValue[]> = Object.fromEntries(namespaces.map((ns) => [ns, []]))
  const search = options.search?.replaceAll('\0', '').trim() || null
  // People search for what they see, so where labels differ from the tags, the labels are searched.
  const labeled = search === null ? [] : namespaces.filter((ns) => withLabels.has(ns))
  const plain = namespaces.filter((ns) => !labeled.includes(ns))
  const matches = isFiltered(query) ? await matchesOf(hub, actor, query) : undefined
  if (matches === null) return result
  const count = async (some: readonly string[], options: { search: string | null; limit: number }) =>
    matches ? matches.tagCounts(some, options) : (await Promise.all(some.map((ns) => commonTags(hub, query, ns, options)))).flat()
  const rows = [
    ...(plain.length > 0 ? await count(plain, { search, limit }) : []),
    ...(labeled.length > 0 ? await count(labeled, { search: null, limit: 1_000 }) : []),
  ]
  const needle = search?.toLowerCase() ?? ''
  for (const { ns, value, n, capped } of rows) {
    const label = facetLabel(ns, value)
    const list = result[ns]
    const fits = !labeled.includes(ns) || label.toLowerCase().includes(needle) || value.toLowerCase().includes(needle)
    if (list && list.length < limit && fits) list.push({ value, label, n, capped })
  }
  return result
}

/** Groups whose labels differ from their tags. */
const withLabels: ReadonlySet<string> = new Set(['pipeline_tag', 'task_categories', 'language'])

async function commonTags(
  hub: Hub,
  query: ListingQuery,
  ns: string,
  { search, limit }: { search: string | null; limit: number },
): Promise<TagCount[]> {
  let select = hub.db.read
    .selectFrom('tag')
    .select(['ns', 'value', 'n'])
    .where('kind', '=', kindOf(query.type))
    .where('ns', '=', ns)
    .where('n', '>', 0)
  if (search !== null) select = select.where(sql<boolean>`lower(value) like ${likePattern(search.toLowerCase())} escape '\\'`)
  const rows = await select.orderBy('n', 'desc').orderBy('value').limit(limit).execute()
  return rows.map((row) => ({ ...row, n: Number(row.n), capped: false }))
}

/** The label of a wire tag. */
export function facetLabel(ns: string, value: string): string {
  if (isTaskId(value)) return pipelineType(value).name
  const bare = value.startsWith(`${ns}:`) ? value.slice(ns.length + 1) : value
  if (ns === 'task_categories' && isTaskId(bare)) return pipelineType(bare).name
  if (ns === 'task_ids') return subtaskName(bare) ?? bare
  if (ns === 'language') return languageName(bare) ?? bare
  return bare
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

function languageName(code: string): string | null {
  try {
    return names.of(code) ?? null
  } catch {
    return null
  }
}
