import type { RepoType } from '@portolan/contract'
import { isTaskId, type Modality, modalities, pipelineType, type TaskId, taskIds } from '@portolan/tasks'
import {
  type Actor,
  downloadHistories,
  type Hub,
  readManyRepoFacts,
  type Repo,
  facetLabel,
  type FacetValue,
  listFacets,
  type ListingQuery,
  type ListingSort,
  listingSorts,
  listRepos,
  quickSearch,
  semanticSearch,
} from '@portolan/hub'
import { type RepoCardView, toRepoCard } from './repo-view.ts'
import { toSpaceLook } from './space-view.ts'

const perPage = 30
const perFacet = 12
/** There are few tasks, and they are shown by modality: include all of them. */
const perTaskFacet = taskIds.length + 20

/** The groups a listing is filtered by, with the URL parameter for each. */
const groups = {
  model: [
    { ns: 'pipeline_tag', parameter: 'task', title: 'Task' },
    { ns: 'library', parameter: 'library', title: 'Library' },
    { ns: 'language', parameter: 'language', title: 'Language' },
    { ns: 'license', parameter: 'license', title: 'License' },
    { ns: 'dataset', parameter: 'tag', title: 'Dataset' },
    { ns: 'other', parameter: 'tag', title: 'Other tags' },
  ],
  dataset: [
    { ns: 'task_categories', parameter: 'tag', title: 'Task' },
    { ns: 'language', parameter: 'tag', title: 'Language' },
    { ns: 'size_categories', parameter: 'tag', title: 'Size' },
    { ns: 'license', parameter: 'license', title: 'License' },
    { ns: 'other', parameter: 'tag', title: 'Other tags' },
  ],
  space: [
    { ns: 'sdk', parameter: 'tag', title: 'Kind of app' },
    { ns: 'license', parameter: 'license', title: 'License' },
    { ns: 'other', parameter: 'tag', title: 'Other tags' },
  ],
} as const satisfies Record<RepoType, readonly { ns: string; parameter: string; title: string }[]>

const billion = 1e9
/** Ranges of parameter counts: the upper end belongs to the next one. */
const sizeRanges = [
  { value: '0-1b', label: 'Under 1B', from: 0, to: billion },
  { value: '1b-3b', label: '1B to 3B', from: billion, to: 3 * billion },
  { value: '3b-8b', label: '3B to 8B', from: 3 * billion, to: 8 * billion },
  { value: '8b-32b', label: '8B to 32B', from: 8 * billion, to: 32 * billion },
  { value: '32b-100b', label: '32B to 100B', from: 32 * billion, to: 100 * billion },
  { value: '100b-', label: '100B and more', from: 100 * billion, to: null },
] as const

function paramsOf({ from, to }: (typeof sizeRanges)[number]): Pick<ListingQuery, 'minParams' | 'maxParams'> {
  return { minParams: from, ...(to === null ? {} : { maxParams: to - 1 }) }
}

const gatedLabels = { yes: 'Gated', no: 'Not gated' } as const

/** A filter with a fixed set of choices, one of which may be chosen. */
export interface ListingChoice {
  readonly parameter: string
  readonly title: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[]
}

export interface ListingFacet {
  readonly ns: string
  readonly parameter: string
  readonly title: string
  /** The text in the facet's own search box. */
  readonly find: string
  readonly values: readonly (FacetValue & { readonly parameterValue: string; readonly isChosen: boolean; readonly group: string | null })[]
}

export interface ListingPage {
  readonly type: RepoType
  readonly repos: readonly RepoCardView[]
  readonly nextCursor: string | null
  readonly total: { readonly n: number; readonly exact: boolean } | null
  readonly facets: readonly ListingFacet[]
  readonly choices: readonly ListingChoice[]
  readonly sort: ListingSort
  readonly q: string
  readonly author: string | null
  /** The active filters, each with the URL parameter to remove. */
  readonly chosen: readonly { readonly parameter: string; readonly value: string; readonly label: string }[]
  /** The tasks among them, with their pages. */
  readonly tasks: readonly { readonly label: string; readonly path: string }[]
}

/** Repos as lists show them: with a history of downloads, and Spaces in the look of their cards. */
export async function toCards(hub: Hub, type: RepoType, repos: readonly Repo[]): Promise<RepoCardView[]> {
  if (type !== 'space') {
    const histories = await downloadHistories(
      hub,
      repos.filter(({ downloads }) => downloads > 0),
    )
    return repos.map((repo) => {
      const history = histories.get(repo.id)
      return { ...toRepoCard(repo), ...(history === undefined ? {} : { history }) }
    })
  }
  const facts = await readManyRepoFacts(hub, repos)
  return repos.map((repo) => ({ ...toRepoCard(repo), space: toSpaceLook(facts.get(repo.id)) }))
}

/** A listing as described by its URL; unknown parameters are ignored. */
export async function listingPage(hub: Hub, actor: Actor, type: RepoType, parameters: URLSearchParams): Promise<ListingPage> {
  const one = (name: string) => parameters.get(name)?.trim() || null
  const sort = listingSorts.find((each) => each === parameters.get('sort')) ?? 'trending'
  const tags = [...new Set(parameters.getAll('tag').map((tag) => tag.trim()))].filter((tag) => tag !== '').slice(0, 20)
  const [task, library, license, language, author, q] = [
    one('task'),
    one('library'),
    one('license'),
    one('language'),
    one('author'),
    one('q'),
  ]
  const sizeRange = type === 'model' ? sizeRanges.find(({ value }) => value === one('params')) : undefined
  const gated = [one('gated')].find((value) => value === 'yes' || value === 'no') ?? null
  const query: ListingQuery = {
    type,
    sort,
    limit: perPage,
    withTotal: true,
    tags,
    cursor: parameters.get('cursor'),
    ...(q === null ? {} : { search: [q] }),
    ...(task === null ? {} : { pipelineTag: task }),
    ...(library === null ? {} : { library }),
    ...(license === null ? {} : { license }),
    ...(language === null ? {} : { language }),
    ...(author === null ? {} : { author }),
    ...(sizeRange === undefined ? {} : paramsOf(sizeRange)),
    ...(gated === null ? {} : { gated: gated === 'yes' }),
  }
  const listing = await listRepos(hub, actor, query)
  const chosenOf = { task, library, license, language }
  const chosen = [
    ...Object.entries(chosenOf).flatMap(([parameter, value]) =>
      value === null ? [] : [{ parameter, value, label: facetLabel(parameter, value) }],
    ),
    ...(sizeRange === undefined ? [] : [{ parameter: 'params', value: sizeRange.value, label: `${sizeRange.label} parameters` }]),
    ...(gated === null ? [] : [{ parameter: 'gated', value: gated, label: gatedLabels[gated] }]),
    ...tags.map((value) => ({ parameter: 'tag', value, label: tagLabel(value) })),
    ...(author === null ? [] : [{ parameter: 'author', value: author, label: `by ${author}` }]),
    ...(q === null ? [] : [{ parameter: 'q', value: q, label: `“${q}”` }]),
  ]
  return {
    type,
    repos: await toCards(hub, type, listing.repos),
    nextCursor: listing.nextCursor,
    total: listing.total,
    facets: await facetsOf(hub, actor, query, parameters, chosen),
    choices: [
      ...(type === 'model' ? [{ parameter: 'params', title: 'Parameters', options: optionsOf(sizeRanges, sizeRange?.value) }] : []),
      ...(type === 'space'
        ? []
        : [
            {
              parameter: 'gated',
              title: 'Access',
              options: optionsOf(
                [{ value: 'no', label: gatedLabels.no } as const, { value: 'yes', label: gatedLabels.yes } as const],
                gated,
              ),
            },
          ]),
    ],
    sort,
    q: q ?? '',
    author,
    chosen,
    tasks: chosen.flatMap(({ parameter, value }) => {
      const id = parameter === 'task' ? value : parameter === 'tag' ? value.replace(/^task_categories:/, '') : null
      return isTaskId(id) ? [{ label: pipelineType(id).name, path: `/tasks/${id}` }] : []
    }),
  }
}

function optionsOf(all: readonly { value: string; label: string }[], chosen: string | null | undefined): ListingChoice['options'] {
  return all.map(({ value, label }) => ({ value, label, isChosen: value === chosen }))
}

/** A tag's label, if its group has labels. */
function tagLabel(tag: string): string {
  const ns = /^(task_categories|task_ids|language):/.exec(tag)?.[1]
  return ns === undefined ? tag : facetLabel(ns, tag)
}

async function facetsOf(
  hub: Hub,
  actor: Actor,
  query: ListingQuery,
  parameters: URLSearchParams,
  chosen: ListingPage['chosen'],
): Promise<ListingFacet[]> {
  const { cursor: _cursor, ...conditions } = query
  const all = await listFacets(
    hub,
    actor,
    conditions,
    groups[query.type].map(({ ns }) => ns),
    { limit: perTaskFacet },
  )
  const facets: ListingFacet[] = []
  for (const group of groups[query.type]) {
    const find = parameters.get(`find_${group.ns}`)?.trim() ?? ''
    const values =
      find === ''
        ? (all[group.ns] ?? []).slice(0, isTaskFacet(group.ns) ? perTaskFacet : perFacet)
        : ((await listFacets(hub, actor, conditions, [group.ns], { limit: 40, search: find }))[group.ns] ?? [])
    facets.push({
      ...group,
      find,
      values: byModality(group.ns, query.type, find, values).map((value) => {
        const parameterValue = group.parameter === 'license' ? value.value.replace(/^license:/, '') : value.value
        const isChosen = chosen.some((each) => each.parameter === group.parameter && each.value === parameterValue)
        return {
          ...value,
          parameterValue,
          isChosen,
          group: modalityLabel(group.ns, value.value),
        }
      }),
    })
  }
  return facets.filter(({ values, find }) => values.length > 0 || find !== '')
}

function isTaskFacet(ns: string): boolean {
  return ns === 'pipeline_tag' || ns === 'task_categories'
}

/** The task for a facet's value; `null` for values of other facets, and for custom tasks. */
function taskOf(ns: string, value: string): TaskId | null {
  const task = isTaskFacet(ns) ? value.replace(/^task_categories:/, '') : null
  return isTaskId(task) ? task : null
}

function modalityLabel(ns: string, value: string): string | null {
  const task = taskOf(ns, value)
  return task === null ? (isTaskFacet(ns) ? modalities.other : null) : modalities[pipelineType(task).modality]
}

/**
 * Tasks in the order of their modalities, most frequent first within each. Those the catalog hides from this kind of list are left out
 * unless someone searches for them.
 */
function byModality(ns: string, type: RepoType, find: string, values: readonly FacetValue[]): readonly FacetValue[] {
  if (!isTaskFacet(ns)) return values
  const order = Object.keys(modalities) as Modality[]
  const place = ({ value }: FacetValue) => {
    const task = taskOf(ns, value)
    return task === null ? order.length : order.indexOf(pipelineType(task).modality)
  }
  const isHidden = ({ value }: FacetValue) => {
    const task = taskOf(ns, value)
    if (task === null || find !== '') return false
    const { hideInModels, hideInDatasets } = pipelineType(task)
    return type === 'model' ? hideInModels === true : hideInDatasets === true
  }
  return values.filter((value) => !isHidden(value)).toSorted((a, b) => place(a) - place(b))
}

export interface SearchPage {
  readonly q: string
  readonly models: readonly RepoCardView[]
  readonly datasets: readonly RepoCardView[]
  readonly spaces: readonly RepoCardView[]
  readonly accounts: readonly { readonly name: string; readonly fullname: string; readonly kind: 'user' | 'org' }[]
  /** Models found by the meaning of their cards, without those above; `null` without an embedding model, or while it is loading. */
  readonly related: readonly RepoCardView[] | null
}

/** How long a page waits for semantic search results. */
const semanticMs = 1_500
const perSection = 8

/** A few hits of each kind. */
export async function searchPage(hub: Hub, actor: Actor, q: string): Promise<SearchPage> {
  if (q === '') return { q, models: [], datasets: [], spaces: [], accounts: [], related: null }
  const [hits, related] = await Promise.all([
    quickSearch(hub, actor, q, perSection),
    semanticSearch(hub, actor, q, { limit: 2 * perSection, waitMs: semanticMs }),
  ])
  const named = new Set(hits.models.map(({ id }) => id))
  return {
    q,
    models: hits.models.map(toRepoCard),
    datasets: hits.datasets.map(toRepoCard),
    spaces: hits.spaces.map(toRepoCard),
    accounts: hits.accounts.map(({ name, fullname, kind }) => ({ name, fullname, kind })),
    related:
      related?.hits
        .filter(({ repo }) => !named.has(repo.id))
        .slice(0, perSection)
        .map(({ repo }) => toRepoCard(repo)) ?? null,
  }
}
