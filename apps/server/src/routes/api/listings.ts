import { HubError, limits, type RepoType } from '@portolan/contract'
import { type Hub, listFiles, listRepos, type ListingQuery, type ListingSort, readManyRepoFacts, type Repo } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { flag, list, nextLink, optionalFlag, whole } from '../../http/query.ts'
import { repoTypeOf } from '../../http/repo-params.ts'
import { expandable, listingFields, only, repoFields } from '../../wire/repo-info.ts'

/** Names of sort orders as clients send them. */
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

/** Conditions that Python sends for datasets as keywords and JavaScript as parameters; all are tags. */
const datasetFilters = ['language_creators', 'language', 'multilinguality', 'size_categories', 'task_categories', 'task_ids', 'benchmark']

/** `GET /api/models`, `/api/datasets`, `/api/spaces` (hub API, sections 2.1 to 2.3). */
export function listingRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get('/api/:kind{(?:models|datasets|spaces)}', async (c) => {
    const type = repoTypeOf(c.req.param('kind'))
    const expand = expandOf(c, type)
    const full = flag(c, 'full')
    const query = listingQuery(c, type, full)
    // Nothing here runs an inference provider, and no local app is judged yet: asking for one matches nothing.
    if (c.req.query('inference') !== undefined || c.req.query('inference_provider') !== undefined) return c.json([])
    const { repos, nextCursor } = await listRepos(hub, c.var.actor, query)
    const wanted = expand ?? [...listingFields[type], ...extraFields(c, type, full)]
    const items = await itemsOf(hub, repos, wanted)
    if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor, limit: String(query.limit) }))
    return c.json(items)
  })
}

function listingQuery(c: Context<Env>, type: RepoType, full: boolean): ListingQuery {
  const sortName = c.req.query('sort') ?? 'trendingScore'
  const sort = sorts[sortName]
  if (sort === undefined)
    throw new HubError('query.invalid', { message: `sort is one of ${Object.keys(sorts).join(', ')}`, parameter: 'sort' })
  const direction = c.req.query('direction') === '1' ? 'asc' : 'desc'
  const tags = list(c, 'filter').flatMap((value) => value.split(','))
  if (type === 'dataset') for (const name of datasetFilters) tags.push(...list(c, name).map((value) => `${name}:${value}`))
  if (type === 'space')
    for (const name of ['models', 'datasets'] as const) tags.push(...list(c, name).map((value) => `${name.slice(0, -1)}:${value}`))
  const author = c.req.query('author')
  const gated = optionalFlag(c, 'gated')
  const pipelineTag = c.req.query('pipeline_tag')
  return {
    type,
    sort,
    direction,
    search: list(c, 'search'),
    tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ''),
    limit: whole(c, 'limit', { fallback: full ? limits.listingPageDefault : limits.listingPage, min: 1, max: limits.listingPage }),
    cursor: c.req.query('cursor') ?? null,
    ...(author ? { author } : {}),
    ...(gated === undefined ? {} : { gated }),
    ...(pipelineTag ? { pipelineTag } : {}),
    ...parameterRange(c.req.query('num_parameters')),
  }
}

const units: Record<string, number> = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** `min:6B,max:128B`, either half optional. */
function parameterRange(text: string | undefined): { minParams?: number; maxParams?: number } {
  if (text === undefined || text === '') return {}
  const range: { minParams?: number; maxParams?: number } = {}
  for (const half of text.split(',')) {
    const [, side, number = '', unit = ''] = /^(min|max):(\d+(?:\.\d+)?)([KMBT]?)$/i.exec(half.trim()) ?? []
    if (side === undefined)
      throw new HubError('query.invalid', { message: 'num_parameters looks like min:6B,max:128B', parameter: 'num_parameters' })
    range[side.toLowerCase() === 'min' ? 'minParams' : 'maxParams'] = Math.round(Number(number) * (units[unit.toUpperCase()] ?? 1))
  }
  return range
}

/** @throws {HubError} `query.invalid` for a property that no repo of the kind has */
export function expandOf(c: Context, type: RepoType): string[] | null {
  const asked = list(c, 'expand')
  if (asked.length === 0) return null
  const known: readonly string[] = expandable[type]
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new HubError('query.invalid', { message: `expand does not know ${unknown}; it knows ${known.join(', ')}`, parameter: 'expand' })
  return asked
}

function extraFields(c: Context, type: RepoType, full: boolean): string[] {
  return [
    ...(full ? ['author', 'sha', 'lastModified', 'gated', 'disabled', 'siblings', 'cardData'] : []),
    ...(flag(c, 'cardData') ? ['cardData'] : []),
    ...(type === 'model' && flag(c, 'config') ? ['config'] : []),
  ]
}

/** Fields that need more than the repo's row. */
const fromFacts = new Set([
  'cardData',
  'config',
  'gguf',
  'safetensors',
  'transformersInfo',
  'widgetData',
  'mask_token',
  'model-index',
  'baseModels',
  'description',
  'models',
  'datasets',
])

async function itemsOf(hub: Hub, repos: readonly Repo[], wanted: readonly string[]): Promise<Record<string, unknown>[]> {
  const facts = wanted.some((name) => fromFacts.has(name) && name !== 'description') ? await readManyRepoFacts(hub, repos) : new Map()
  const items: Record<string, unknown>[] = []
  for (const repo of repos) {
    const files = wanted.includes('siblings') && repo.headOid !== null ? await listFiles(hub, repo, repo.headOid as never) : undefined
    items.push(only(repoFields(repo, { facts: facts.get(repo.id) ?? null, ...(files ? { files } : {}) }), wanted))
  }
  return items
}
