import type { RepoType, WireDataset, WireModel, WireSpace } from '@portolan/contract'
import { notOneOf } from '../http/query.ts'
import type { WireRepoInfo } from './repo-info.ts'

const common = [
  'author',
  'cardData',
  'createdAt',
  'disabled',
  'downloads',
  'downloadsAllTime',
  'gated',
  'gitalyUid',
  'lastModified',
  'likes',
  'private',
  'sha',
  'siblings',
  'tags',
  'trendingScore',
  'usedStorage',
  'xetEnabled',
] as const

/** The supported values of `expand`, per repo type. */
const answered = {
  model: [
    ...common,
    'baseModels',
    'config',
    'gguf',
    'inference',
    'inferenceProviderMapping',
    'library_name',
    'mask_token',
    'model-index',
    'pipeline_tag',
    'safetensors',
    'spaces',
    'transformersInfo',
    'widgetData',
  ],
  dataset: [...common, 'description', 'mainSize'],
  space: [...common, 'datasets', 'models', 'runtime', 'sdk', 'subdomain'],
} as const satisfies { model: readonly (keyof WireModel)[]; dataset: readonly (keyof WireDataset)[]; space: readonly (keyof WireSpace)[] }

/** Values that clients may request but no repo of this hub has. */
const unanswered = {
  model: ['childrenModelCount', 'evalResults', 'resourceGroup'],
  dataset: ['citation', 'paperswithcode_id', 'resourceGroup'],
  space: ['region', 'resourceGroup'],
} as const satisfies Record<RepoType, readonly string[]>

/** @throws {HubError} `query.invalid` for a property that no repo of the type has */
export function parseExpand(asked: readonly string[], type: RepoType): readonly string[] | null {
  if (asked.length === 0) return null
  const known: readonly string[] = [...answered[type], ...unanswered[type]]
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined) throw notOneOf('expand', known.toSorted())
  return asked
}

/** Keeps `_id`, `id` and the named fields. */
export function pick(info: WireRepoInfo, names: readonly string[]): Partial<WireRepoInfo> {
  const wanted = new Set(['_id', 'id', ...names])
  return Object.fromEntries(Object.entries(info).filter(([name]) => wanted.has(name)))
}

/** The fields of a listing item without `expand` and `full`. */
export const listingFields = {
  model: [
    'modelId',
    'author',
    'likes',
    'trendingScore',
    'private',
    'gated',
    'downloads',
    'tags',
    'pipeline_tag',
    'library_name',
    'createdAt',
    'lastModified',
  ],
  dataset: [
    'author',
    'disabled',
    'gated',
    'lastModified',
    'likes',
    'trendingScore',
    'private',
    'sha',
    'description',
    'downloads',
    'tags',
    'createdAt',
  ],
  space: ['author', 'likes', 'trendingScore', 'private', 'sdk', 'tags', 'createdAt', 'lastModified'],
} as const satisfies { model: readonly (keyof WireModel)[]; dataset: readonly (keyof WireDataset)[]; space: readonly (keyof WireSpace)[] }

/** The fields that `full` adds. */
export const fullFields = ['author', 'sha', 'lastModified', 'gated', 'disabled', 'siblings', 'cardData'] as const

/** Fields that come only from this hub's upstreams and engine. */
export const routeFields: ReadonlySet<string> = new Set(['inference', 'inferenceProviderMapping'])

/** Fields that come only from the file facts; all others are in the repo's row. */
export const factFields: ReadonlySet<string> = new Set([
  'cardData',
  'config',
  'gguf',
  'safetensors',
  'transformersInfo',
  'widgetData',
  'mask_token',
  'model-index',
  'baseModels',
])
