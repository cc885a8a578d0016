import { HubError, limits, type RepoType, repoTypes } from '@portolan/contract'
import {
  type Actor,
  cardHits,
  describeRoutes,
  type Hub,
  listFiles,
  type ListingQuery,
  type ListingSort,
  listRepos,
  localAppTags,
  type Readable,
  readManyRepoFacts,
  resolveRevision,
  servedRepoIds,
  subdomainsOf,
  usesOf,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { parseParameterRange } from '../../http/parameter-range.ts'
import { commaList, flag, list, nextLink, notOneOf, optionalFlag, whole } from '../../http/query.ts'
import { apiKind, repoTypeOf } from '../../http/repo-params.ts'
import { factFields, fullFields, listingFields, parseExpand, pick, routeFields } from '../../wire/expand.ts'
import { toWireRepoInfo } from '../../wire/repo-info.ts'
import { repoInfosAnswer, trendingReposAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

/** Sort orders by the names that clients send. */
const sorts: Record<string, ListingSort> = {
  lastModified: 'updated',
  last_modified: 'updated',
  createdAt: 'created',
  created_at: 'created',
  downloads: 'downloads',
  likes: 'likes',
  likes30d: 'likes',
  trendingScore: 'trending',
  trending_score: 'trending',
}

/** Parameters that the Python and JavaScript clients send separately, mapped to tag prefixes. */
const tagParameters: Record<RepoType, Readonly<Record<string, string>>> = {
  model: {},
  dataset: {
    language_creators: 'language_creators:',
    language: 'language:',
    multilinguality: 'multilinguality:',
    size_categories: 'size_categories:',
    task_categories: 'task_categories:',
    task_ids: 'task_ids:',
    benchmark: 'benchmark:',
  },
  space: { models: 'model:', datasets: 'dataset:' },
}

/** Each item with a file list costs a tree traversal. */
const maxWithFiles = 100

/** The fields of a Space that `hf spaces search` displays. */
const spaceSearchFields = new Set(['author', 'title', 'emoji', 'sdk', 'likes', 'private', 'tags', 'runtime', 'cardData'])
const spaceSearchLimits = { fallback: 25, min: 1, max: 100 }
const trendingLimits = { fallback: 10, min: 1, max: 20 }

/**
 * `GET /api/models`, `/api/datasets`, `/api/spaces`, and `/api/spaces/semantic-search`, which clients call to
 * search Spaces by their meaning; here it matches words in their names, titles and cards. `GET /api/trending?type=&limit=` returns the top of all three (section 2.6).
 */
export function listingRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>().get(
    '/api/spaces/semantic-search',
    describe({ summary: 'Search Spaces by meaning', query: ['limit', 'q', 'sdk'] }),
    async (c) => {
      const text = c.req.query('q')?.trim() ?? ''
      if (text === '') throw new HubError('query.invalid', { message: 'The query parameter q is missing', parameter: 'q' })
      const sdk = c.req.query('sdk')
      const limit = whole(c, 'limit', spaceSearchLimits)
      const tags = [...commaList(c, 'filter'), ...(sdk ? [sdk] : [])]
      const search = async (by: Pick<ListingQuery, 'search' | 'ids'>) =>
        (await listRepos(hub, c.var.actor, { type: 'space', sort: 'trending', tags, limit, ...by })).repos
      const named = await search({ search: [text] })
      const ids = await cardHits(hub, 'space', text)
      const described = ids.length === 0 ? [] : await search({ ids })
      const known = new Set(named.map(({ id }) => id))
      const repos = [...named, ...described.filter(({ id }) => !known.has(id))].slice(0, limit)
      const items = (await itemsOf(hub, c.var.actor, repos, spaceSearchFields)) as { id: string; cardData?: Record<string, unknown> }[]
      return c.json(
        items.map(({ cardData, ...item }) => ({
          ...item,
          title: typeof cardData?.['title'] === 'string' ? cardData['title'] : item.id.split('/')[1],
          emoji: typeof cardData?.['emoji'] === 'string' ? cardData['emoji'] : null,
        })),
      )
    },
  )
  routes.get('/api/trending', describe({ summary: 'Trending repos', answer: trendingReposAnswer, query: ['limit', 'type'] }), async (c) => {
    const asked = c.req.query('type') || 'all'
    const types = asked === 'all' ? repoTypes : repoTypes.filter((type) => type === asked)
    if (types.length === 0) throw notOneOf('type', ['all', ...repoTypes])
    const limit = whole(c, 'limit', trendingLimits)
    const lists = types.map(async (type) => {
      const { repos } = await listRepos(hub, c.var.actor, { type, sort: 'trending', limit })
      const items = await itemsOf(hub, c.var.actor, repos, new Set([...listingFields[type], 'trendingScore']))
      return repos.map(({ trending }, i) => ({ trending, item: { repoType: type, repoData: items[i] } }))
    })
    const all = (await Promise.all(lists)).flat().sort((a, b) => b.trending - a.trending)
    return c.json({ recentlyTrending: all.slice(0, limit).map(({ item }) => item) })
  })
  return routes.get(
    apiKind,
    describe({
      summary: 'List and search repos',
      answer: repoInfosAnswer,
      query: [
        'apps',
        'author',
        'cardData',
        'config',
        'cursor',
        'direction',
        'expand',
        'fetch_config',
        'filter',
        'full',
        'gated',
        'inference',
        'inference_provider',
        'limit',
        'linked',
        'num_parameters',
        'pipeline_tag',
        'search',
        'sort',
      ],
    }),
    async (c) => {
      const type = repoTypeOf(c.req.param('kind'))
      const wanted = wantedFields(c, type)
      const query = listingQuery(c, type, wanted)
      const ids = await answeringIds(c, hub, type)
      if (ids?.length === 0) return c.json([])
      const { repos, nextCursor } = await listRepos(hub, c.var.actor, ids === null ? query : { ...query, ids })
      if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor, limit: String(query.limit) }))
      return c.json(await itemsOf(hub, c.var.actor, repos, wanted))
    },
  )
}

/** Ids of the models served here, for `inference=warm` and `inference_provider=`; `null` when neither parameter is present. */
async function answeringIds(c: Context<Env>, hub: Hub, type: RepoType): Promise<number[] | null> {
  const inference = c.req.query('inference')
  const providers = commaList(c, 'inference_provider')
  if (inference === undefined && providers.length === 0) return null
  if (type !== 'model' || (inference !== undefined && inference !== 'warm')) return []
  return servedRepoIds(hub, c.var.actor, providers.length === 0 || providers.includes('all') ? 'all' : providers)
}

function wantedFields(c: Context<Env>, type: RepoType): ReadonlySet<string> {
  const expand = parseExpand(list(c, 'expand'), type)
  return new Set(
    expand ?? [
      ...listingFields[type],
      ...(flag(c, 'full') ? fullFields : []),
      ...(flag(c, 'cardData') ? ['cardData'] : []),
      ...(type === 'model' && (flag(c, 'config') || flag(c, 'fetch_config')) ? ['config'] : []),
      ...(type === 'space' ? linkedFields(c) : []),
    ],
  )
}

/** What a Space links to is listed only to callers who ask for it. */
function linkedFields(c: Context<Env>): string[] {
  const asksForAll = flag(c, 'full') || flag(c, 'linked')
  return ['models', 'datasets'].filter((name) => asksForAll || list(c, name).length > 0)
}

function listingQuery(c: Context<Env>, type: RepoType, wanted: ReadonlySet<string>): ListingQuery {
  const sortName = c.req.query('sort') || 'trendingScore'
  const sort = Object.hasOwn(sorts, sortName) ? sorts[sortName] : undefined
  if (sort === undefined) throw notOneOf('sort', Object.keys(sorts))
  const author = c.req.query('author')
  const gated = optionalFlag(c, 'gated')
  const pipelineTag = c.req.query('pipeline_tag')
  const apps = type === 'model' ? commaList(c, 'apps') : []
  const max = wanted.has('siblings') ? maxWithFiles : limits.listingPage
  return {
    type,
    sort,
    // Old clients send -1, new ones send nothing: both mean descending.
    direction: c.req.query('direction') === '1' ? 'asc' : 'desc',
    search: list(c, 'search'),
    tags: [...commaList(c, 'filter'), ...parameterTags(c, type)],
    limit: whole(c, 'limit', { fallback: max, min: 1, max }),
    cursor: c.req.query('cursor') ?? null,
    ...(author ? { author } : {}),
    ...(gated === undefined ? {} : { gated }),
    ...(pipelineTag ? { pipelineTag } : {}),
    ...(apps.length > 0 ? { anyOf: apps.flatMap(tagsOfApp) } : {}),
    ...(type === 'space' && flag(c, 'linked') ? { linked: true } : {}),
    ...parseParameterRange(c.req.query('num_parameters')),
  }
}

function parameterTags(c: Context<Env>, type: RepoType): string[] {
  return Object.entries(tagParameters[type]).flatMap(([name, prefix]) =>
    commaList(c, name).map((value) => (value.startsWith(prefix) ? value : `${prefix}${value}`)),
  )
}

function tagsOfApp(app: string): readonly (readonly string[])[] {
  const tags = Object.hasOwn(localAppTags, app) ? localAppTags[app] : undefined
  if (tags === undefined) throw notOneOf('apps', Object.keys(localAppTags))
  return tags
}

async function itemsOf(hub: Hub, actor: Actor, repos: readonly Readable[], wanted: ReadonlySet<string>): Promise<unknown[]> {
  const needsFacts = [...wanted].some((name) => factFields.has(name))
  const facts = needsFacts ? await readManyRepoFacts(hub, repos) : new Map<number, never>()
  const needsRoutes = [...wanted].some((name) => routeFields.has(name))
  const subdomains = wanted.has('subdomain') ? await subdomainsOf(hub, repos) : new Map<number, string>()
  const uses = wanted.has('usedStorage')
    ? await usesOf(
        hub.db.read,
        repos.map(({ id }) => id),
      )
    : new Map<number, never>()
  const items: unknown[] = []
  for (const repo of repos) {
    const files = wanted.has('siblings') ? await listFiles(hub, repo, (await resolveRevision(hub, repo, 'HEAD')).commitOid) : undefined
    const routes = needsRoutes ? await describeRoutes(hub, actor, repo) : []
    const subdomain = subdomains.get(repo.id)
    const site = subdomain === undefined ? {} : { site: { subdomain, host: '' } }
    const parts = {
      facts: facts.get(repo.id) ?? null,
      routes,
      inListing: true,
      usedBytes: uses.get(repo.id)?.bytes ?? 0,
      ...site,
      ...(files ? { files } : {}),
    }
    items.push(pick(toWireRepoInfo(repo, parts), [...wanted]))
  }
  return items
}
