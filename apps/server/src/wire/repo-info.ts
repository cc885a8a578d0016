import { apiSegments } from '@portolan/contract'
import type { Repo, RepoFacts, TreeEntry } from '@portolan/hub'

/** What an info or listing answer may carry beyond the repo's row. */
export interface InfoParts {
  readonly facts: RepoFacts | null
  /** Files of the revision, when asked for. */
  readonly files?: readonly TreeEntry[]
  /** Commit of the revision; the head when absent. */
  readonly sha?: string | null
  /** Sizes and ids of the files too. */
  readonly blobs?: boolean
}

type Fields = Record<string, unknown>

const common = [
  'author',
  'cardData',
  'createdAt',
  'disabled',
  'downloads',
  'downloadsAllTime',
  'gated',
  'lastModified',
  'likes',
  'private',
  'resourceGroup',
  'sha',
  'siblings',
  'tags',
  'trendingScore',
  'usedStorage',
  'xetEnabled',
  'gitalyUid',
] as const

/** Values of `expand`, per kind (hub API, sections 2.1 to 2.3). */
export const expandable = {
  model: [
    ...common,
    'baseModels',
    'childrenModelCount',
    'config',
    'evalResults',
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
  dataset: [...common, 'citation', 'description', 'mainSize', 'paperswithcode_id'],
  space: [...common, 'datasets', 'models', 'region', 'runtime', 'sdk', 'subdomain'],
} as const satisfies Record<Repo['type'], readonly string[]>

/** Everything an answer may say of a repo; absent values are left out (clients tell absent from null). */
export function repoFields(repo: Repo, parts: InfoParts): Fields {
  const { facts } = parts
  const fields: Fields = {
    _id: repo.uid,
    id: repo.fullName,
    author: repo.owner,
    sha: parts.sha ?? repo.headOid,
    lastModified: repo.updatedAt.toISOString(),
    createdAt: repo.createdAt.toISOString(),
    private: repo.visibility === 'private',
    gated: repo.gated,
    disabled: repo.disabled,
    downloads: repo.downloads,
    downloadsAllTime: repo.downloadsAll,
    likes: repo.likes,
    trendingScore: repo.trending,
    tags: repo.tags,
    usedStorage: repo.storageBytes,
    xetEnabled: false,
    gitalyUid: repo.uid,
    cardData: facts?.cardData ?? undefined,
    siblings: parts.files?.filter(({ type }) => type === 'file').map((file) => toSibling(file, parts.blobs === true)),
  }
  if (repo.type === 'model') Object.assign(fields, modelFields(repo, facts))
  if (repo.type === 'dataset')
    Object.assign(fields, {
      description: facts?.summary ?? repo.summary ?? undefined,
      mainSize: repo.storageBytes,
      citation: undefined,
      paperswithcode_id: undefined,
    })
  if (repo.type === 'space') Object.assign(fields, spaceFields(repo, facts))
  return fields
}

function modelFields(repo: Repo, facts: RepoFacts | null): Fields {
  return {
    modelId: repo.fullName,
    pipeline_tag: repo.pipelineTag ?? undefined,
    library_name: repo.library ?? undefined,
    mask_token: facts?.maskToken ?? undefined,
    widgetData: facts?.widgetData ?? undefined,
    'model-index': facts?.modelIndex ?? undefined,
    config: facts?.config ?? undefined,
    transformersInfo: facts?.transformersInfo ?? undefined,
    safetensors: facts?.safetensors ?? undefined,
    gguf: facts?.gguf ?? undefined,
    baseModels:
      facts?.baseModels === null || facts === null
        ? undefined
        : { relation: facts.baseModels.relation, models: facts.baseModels.ids.map((id) => ({ id })) },
    spaces: [],
  }
}

function spaceFields(repo: Repo, facts: RepoFacts | null): Fields {
  const card = facts?.cardData ?? {}
  return {
    sdk: repo.sdk ?? undefined,
    subdomain: subdomainOf(repo),
    models: strings(card['models']),
    datasets: strings(card['datasets']),
    runtime: spaceRuntime(repo),
  }
}

/** What the runtime routes say of a Space: static ones have nothing to start, and others are not run here yet. */
export function spaceRuntime(repo: Repo): Fields {
  const running = repo.sdk === 'static'
  return {
    stage: running ? 'RUNNING' : 'PAUSED',
    hardware: { current: null, requested: null },
    storage: null,
    gcTimeout: null,
    replicas: { current: running ? 1 : 0, requested: 1 },
    sha: repo.headOid,
  }
}

export function subdomainOf(repo: Repo): string {
  return repo.fullName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function toSibling(file: TreeEntry, blobs: boolean): Fields {
  if (!blobs) return { rfilename: file.path }
  return {
    rfilename: file.path,
    size: file.size,
    blobId: file.oid,
    ...(file.lfs ? { lfs: { size: file.lfs.size, sha256: file.lfs.sha256, pointerSize: file.lfs.pointerSize } } : {}),
  }
}

/** Keeps `_id`, `id` and the named fields. */
export function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(['_id', 'id', ...names].filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))
}

/** The names of a listing item's fields without `expand` or `full`. */
export const listingFields = {
  model: [
    'modelId',
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
} as const satisfies Record<Repo['type'], readonly string[]>

/** Page and API path of a repo. */
export function apiPath(repo: Repo): string {
  return `/api/${apiSegments[repo.type]}/${repo.fullName}`
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
