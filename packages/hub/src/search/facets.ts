import type { Actor } from '../accounts/index.ts'
import { sql } from 'kysely'
import { isTaskId, pipelineType } from '@portolan/tasks'
import type { Hub } from '../hub.ts'
import { kindOf } from '../repos/index.ts'
import { scopesFor } from './list-repos.ts'
import { makePlan, planSql } from './plan.ts'
import { type ListingQuery, tagsOf } from './query.ts'

export interface FacetValue {
  /** Wire tag. */
  readonly value: string
  readonly label: string
  readonly n: number
  /** True when only the first matches were counted: there are at least `n`. */
  readonly capped: boolean
}

/** Facets under a filter are counted over this many matches. */
const maxMatches = 5_000

/**
 * The most frequent values of a group of tags among the repos that match, most frequent first.
 * Without conditions the counts are exact and come from the tags themselves.
 */
export async function listFacets(
  hub: Hub,
  actor: Actor,
  query: ListingQuery,
  namespaces: readonly string[],
  options: { search?: string; limit?: number } = {},
): Promise<Record<string, FacetValue[]>> {
  const limit = options.limit ?? 30
  const result: Record<string, FacetValue[]> = Object.fromEntries(namespaces.map((ns) => [ns, []]))
  const unfiltered =
    tagsOf(query).length === 0 &&
    !query.search?.length &&
    query.author === undefined &&
    query.gated === undefined &&
    query.minParams === undefined &&
    query.maxParams === undefined
  const rows = unfiltered
    ? await overall(hub, query, namespaces, options.search, limit)
    : await underFilter(hub, actor, query, namespaces, options.search)
  for (const { ns, value, n, capped } of rows) {
    const list = result[ns]
    if (list && list.length < limit) list.push({ value, label: facetLabel(ns, value), n, capped })
  }
  return result
}

type Row = { ns: string; value: string; n: number; capped: boolean }

async function overall(
  hub: Hub,
  query: ListingQuery,
  namespaces: readonly string[],
  search: string | undefined,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const ns of namespaces) {
    let select = hub.db.read
      .selectFrom('tag')
      .select(['ns', 'value', 'n'])
      .where('kind', '=', kindOf(query.type))
      .where('ns', '=', ns)
      .where('n', '>', 0)
    if (search)
      select = select.where((eb) => eb(eb.fn<string>('lower', ['value']), 'like', `%${search.toLowerCase().replaceAll(/[%_\\]/g, '')}%`))
    rows.push(...(await select.orderBy('n', 'desc').orderBy('value').limit(limit).execute()).map((row) => ({ ...row, capped: false })))
  }
  return rows
}

async function underFilter(
  hub: Hub,
  actor: Actor,
  query: ListingQuery,
  namespaces: readonly string[],
  search: string | undefined,
): Promise<Row[]> {
  const plan = await makePlan(hub, query)
  if (plan === null) return []
  const ids: number[] = []
  for (const scope of scopesFor(actor)) {
    const { rows } = await planSql(hub, query, plan, scope, null, maxMatches + 1).execute(hub.db.read)
    ids.push(...rows.map(({ id }) => Number(id)))
  }
  const capped = ids.length > maxMatches
  const list =
    hub.db.dialect === 'sqlite'
      ? sql`(select value from json_each(${JSON.stringify(ids.slice(0, maxMatches))}))`
      : sql`(select unnest(${ids.slice(0, maxMatches)}::bigint[]))`
  const { rows } = await sql<{ ns: string; value: string; n: number }>`select tag.ns as ns, tag.value as value, count(*) as n
    from repo_tag x join tag on tag.id = x.tag_id
    where x.repo_id in ${list} and tag.ns in (${sql.join(namespaces)})
    group by tag.id, tag.ns, tag.value order by n desc, tag.value`.execute(hub.db.read)
  const needle = search?.toLowerCase()
  return rows
    .filter(({ value }) => needle === undefined || value.toLowerCase().includes(needle))
    .map((row) => ({ ...row, n: Number(row.n), capped }))
}

/** What a person reads for a wire tag. */
export function facetLabel(ns: string, value: string): string {
  if (isTaskId(value)) return pipelineType(value).name
  const bare = value.startsWith(`${ns}:`) ? value.slice(ns.length + 1) : value
  if (ns === 'task_categories' && isTaskId(bare)) return pipelineType(bare).name
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
