import { apiSegments, repoPath } from '@portolan/contract'
import {
  type Collection,
  type CollectionDetails,
  type CollectionItem,
  type ListedCollection,
  readSpaceConfig,
  type Repo,
  type RepoFacts,
  type RouteView,
} from '@portolan/hub'
import { avatarUrl } from './account.ts'
import { toWireRuntime } from './space-runtime.ts'

/** What a response needs besides the collections. */
export interface CollectionContext {
  readonly origin: string
  readonly details: CollectionDetails
  /** How models can be called, by internal id; those that cannot be are left out. */
  readonly routes: ReadonlyMap<number, readonly RouteView[]>
}

/** An item of a listing. Without a position: the Python client passes its own, and a second one makes it fail. */
export function toWireListedCollection(context: CollectionContext, { collection, items }: ListedCollection) {
  return { ...toWireHead(context, collection), items: items.map((item) => toWireItem(context, item)) }
}

/** A single collection. */
export function toWireCollection(context: CollectionContext, listed: ListedCollection) {
  return { ...toWireListedCollection(context, listed), position: listed.collection.position }
}

/** A collection without its items and its position. */
function toWireHead(context: CollectionContext, collection: Collection) {
  const { origin, details } = context
  return {
    slug: collection.slug,
    title: collection.title,
    ...(collection.description === null ? {} : { description: collection.description }),
    owner: toWireAuthor(context, collection.owner.id),
    lastUpdated: collection.updatedAt.toISOString(),
    gating: false as const,
    private: collection.isPrivate,
    theme: collection.theme,
    upvotes: collection.upvotes,
    isUpvotedByUser: details.upvoted.has(collection.id),
    shareUrl: `${origin}/collections/${collection.slug}`,
  }
}

/** An owner; `undefined` for one that was deleted while the collection was read. */
function toWireAuthor({ origin, details }: CollectionContext, ownerId: number) {
  const author = details.authors.get(ownerId)
  if (author === undefined) return undefined
  const { uid, name, fullname, kind } = author.account
  return {
    _id: uid,
    name,
    fullname,
    avatarUrl: avatarUrl(origin, name),
    type: kind,
    ...(kind === 'user' ? { isPro: false } : {}),
    isHf: false,
    isHfAdmin: false,
    isMod: false,
    followerCount: author.followers,
    isUserFollowing: author.isFollowed,
  }
}

function toWireItem(context: CollectionContext, item: CollectionItem) {
  const common = {
    _id: item.uid,
    position: item.position,
    ...(item.note === null ? {} : { note: { text: item.note, html: escapeHtml(item.note) } }),
  }
  const { subject } = item
  if (subject.type === 'paper')
    return { ...common, type: 'paper' as const, id: subject.paper, title: `arXiv:${subject.paper}`, upvotes: 0, isUpvotedByUser: false }
  if (subject.type === 'collection') {
    const { collection } = subject
    const numberItems = context.details.publicItems.get(collection.id) ?? 0
    return { ...common, type: 'collection' as const, id: collection.uid, ...toWireHead(context, collection), numberItems }
  }
  return { ...common, ...toWireRepoItem(context, subject.repo) }
}

function toWireRepoItem(context: CollectionContext, repo: Repo) {
  const { origin, details } = context
  const facts = details.facts.get(repo.id) ?? null
  return {
    type: repo.type,
    repoType: repo.type,
    id: repo.fullName,
    author: repo.owner,
    authorData: toWireAuthor(context, repo.ownerId),
    private: repo.visibility === 'private',
    gated: repo.gated,
    downloads: repo.downloads,
    likes: repo.likes,
    lastModified: repo.updatedAt.toISOString(),
    isLikedByUser: details.liked.has(repo.id),
    ...(repo.type === 'model' ? modelFields(repo, context.routes.get(repo.id) ?? []) : {}),
    ...(repo.type === 'dataset' ? { datasetsServerInfo: viewerInfo(repo, facts) } : {}),
    ...(repo.type === 'space' ? spaceFields(repo, facts) : {}),
    url: `${origin}/${repoPath(repo)}`,
    apiPath: `/api/${apiSegments[repo.type]}/${repo.fullName}`,
  }
}

function modelFields(repo: Repo, routes: readonly RouteView[]) {
  return {
    ...(repo.pipelineTag === null ? {} : { pipeline_tag: repo.pipelineTag }),
    ...(repo.params === null ? {} : { numParameters: repo.params }),
    availableInferenceProviders: routes.map(({ provider, status, providerId, task, adapter }) => ({
      provider,
      providerStatus: status,
      modelStatus: status,
      providerId,
      task,
      ...(adapter === null ? {} : { adapterType: adapter.type }),
      ...(adapter === null || adapter.weightsPath === null ? {} : { adapterWeightsPath: adapter.weightsPath }),
    })),
  }
}

/** What is known of a dataset without opening its files; `undefined` when it has none that can be previewed. */
function viewerInfo({ tags }: Repo, facts: RepoFacts | null) {
  const after = (prefix: string) => tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length))
  const formats = after('format:')
  if (formats.length === 0) return undefined
  return { viewer: 'viewer', numRows: rowsOf(facts?.cardData), libraries: after('library:'), formats, modalities: after('modality:') }
}

/** The number of rows that a card gives for its splits (`dataset_info`, written by the `datasets` library); `null` without one. */
function rowsOf(card: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const info = card?.['dataset_info']
  const splits = [info].flat().flatMap((config) => (isRecord(config) ? config['splits'] : []))
  const rows = splits.flatMap((split) =>
    isRecord(split) && Number.isSafeInteger(split['num_examples']) ? Number(split['num_examples']) : [],
  )
  return rows.length === 0 ? null : rows.reduce((sum, each) => sum + each, 0)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function spaceFields(repo: Repo, facts: RepoFacts | null) {
  const { title, emoji, colorFrom, colorTo, shortDescription } = readSpaceConfig(facts?.cardData)
  return {
    title: title ?? repo.name,
    // Clients expect text, where a Space may have none.
    emoji: emoji ?? '',
    colorFrom: colorFrom ?? 'gray',
    colorTo: colorTo ?? 'gray',
    ...(shortDescription === null ? {} : { shortDescription }),
    ...(repo.sdk === null ? {} : { sdk: repo.sdk }),
    tags: repo.tags,
    runtime: toWireRuntime(repo, { sha: repo.headOid, card: facts?.cardData }),
    createdAt: repo.createdAt.toISOString(),
    pinned: facts?.cardData?.['pinned'] === true,
    featured: false,
    disabled: repo.disabled,
    visibility: repo.visibility,
  }
}

function escapeHtml(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}
