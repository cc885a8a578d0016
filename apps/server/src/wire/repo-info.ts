import { apiSegments, type WireDataset, type WireModel, type WireRepo, type WireSibling, type WireSpace } from '@portolan/contract'
import type { Repo, RepoFacts, RouteView, TreeEntry } from '@portolan/hub'
import { toWireMapping } from './provider-mapping.ts'
import { toWireRuntime } from './space-runtime.ts'

/** Optional parts of an info or listing response beyond the repo's row. */
export interface InfoParts {
  readonly facts: RepoFacts | null
  /** Files of the revision, when requested. */
  readonly files?: readonly TreeEntry[]
  /** Commit of the revision; the head when absent. */
  readonly sha?: string
  /** Storage used by all revisions; when absent, that of the main branch. */
  readonly usedBytes?: number
  /** Whether to include the sizes and ids of the files. */
  readonly blobs?: boolean
  /** The routes that serve the model, when requested. */
  readonly routes?: readonly RouteView[]
  /** For a Space: its subdomain, and the address of its app. */
  readonly site?: { readonly subdomain: string; readonly host: string }
  /** For a model: ids of the Spaces that name it. */
  readonly spaces?: readonly string[]
  /** Whether the response is an item of a listing, in which providers are a list. */
  readonly inListing?: boolean
}

export type WireRepoInfo = WireModel | WireDataset | WireSpace

/** Builds the complete API response for a repo. Values that are `undefined` are not sent. */
export function toWireRepoInfo(repo: Repo, parts: InfoParts): WireRepoInfo {
  const common: WireRepo = {
    _id: repo.uid,
    id: repo.fullName,
    author: repo.owner,
    sha: parts.sha ?? repo.headOid ?? undefined,
    lastModified: repo.updatedAt.toISOString(),
    createdAt: repo.createdAt.toISOString(),
    private: repo.visibility === 'private',
    gated: repo.gated,
    disabled: repo.disabled,
    downloads: repo.downloads,
    downloadsAllTime: repo.downloadsAll,
    likes: repo.likes,
    trendingScore: repo.trending,
    tags: parts.facts?.tags ?? repo.tags,
    usedStorage: parts.usedBytes ?? repo.storageBytes,
    xetEnabled: false,
    gitalyUid: repo.uid,
    cardData: parts.facts?.cardData ?? undefined,
    siblings: parts.files?.filter(({ type }) => type === 'file' || type === 'symlink').map((file) => toSibling(file, parts.blobs === true)),
  }
  switch (repo.type) {
    case 'model':
      return toWireModel(repo, common, parts)
    case 'dataset':
      return { ...common, description: parts.facts?.summary ?? repo.summary ?? undefined, mainSize: repo.storageBytes }
    case 'space':
      return toWireSpace(repo, common, parts)
  }
}

function toWireModel(repo: Repo, common: WireRepo, { facts, routes = [], spaces = [], inListing = false }: InfoParts): WireModel {
  return {
    ...common,
    modelId: repo.fullName,
    pipeline_tag: (facts ? facts.pipelineTag : repo.pipelineTag) ?? undefined,
    library_name: (facts ? facts.libraryName : repo.library) ?? undefined,
    mask_token: facts?.maskToken ?? undefined,
    widgetData: facts?.widgetData ?? undefined,
    'model-index': facts?.modelIndex ?? undefined,
    config: facts?.config ?? undefined,
    transformersInfo: facts?.transformersInfo ?? undefined,
    safetensors: facts?.safetensors ?? undefined,
    gguf: facts?.gguf ?? undefined,
    baseModels: facts?.baseModels ? { relation: facts.baseModels.relation, models: facts.baseModels.ids.map((id) => ({ id })) } : undefined,
    inference: routes.length > 0 ? 'warm' : undefined,
    inferenceProviderMapping: toWireMapping(routes, inListing),
    spaces,
  }
}

function toWireSpace(repo: Repo, common: WireRepo, { facts, files, sha, site }: InfoParts): WireSpace {
  return {
    ...common,
    sdk: facts?.sdk ?? repo.sdk ?? undefined,
    subdomain: site?.subdomain,
    host: site?.host,
    models: linked(common.tags, 'model:'),
    datasets: linked(common.tags, 'dataset:'),
    runtime: toWireRuntime(repo, { sha: sha ?? repo.headOid, paths: files?.map(({ path }) => path), card: facts?.cardData }),
  }
}

function linked(tags: readonly string[], prefix: string): string[] {
  return tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length))
}

function toSibling(file: TreeEntry, blobs: boolean): WireSibling {
  if (!blobs) return { rfilename: file.path }
  return {
    rfilename: file.path,
    size: file.size,
    blobId: file.oid,
    ...(file.lfs ? { lfs: { size: file.lfs.size, sha256: file.lfs.sha256, pointerSize: file.lfs.pointerSize } } : {}),
  }
}

/** API path of a repo. */
export function apiPath(repo: Pick<Repo, 'type' | 'fullName'>): string {
  return `/api/${apiSegments[repo.type]}/${repo.fullName}`
}
