import { apiSegments, repoPath } from '@portolan/contract'
import type { Collection, CollectionItem } from '@portolan/hub'
import { avatarUrl } from './account.ts'

/**
 * A collection without its items and its position: in listings the Python client passes its own position, and a second
 * one makes it fail.
 */
function toWireHead(origin: string, collection: Collection) {
  const { owner, slug } = collection
  return {
    slug,
    title: collection.title,
    ...(collection.description === null ? {} : { description: collection.description }),
    owner: {
      _id: owner.uid,
      name: owner.name,
      fullname: owner.fullname,
      avatarUrl: avatarUrl(origin, owner.name),
      type: owner.kind,
      isPro: false,
    },
    lastUpdated: collection.updatedAt.toISOString(),
    gating: false as const,
    private: collection.isPrivate,
    theme: collection.theme,
    upvotes: collection.upvotes,
    shareUrl: `${origin}/collections/${slug}`,
  }
}

/** An item of a listing. */
export function toWireListedCollection(origin: string, collection: Collection, items: readonly CollectionItem[], isUpvoted: boolean) {
  return { ...toWireHead(origin, collection), isUpvotedByUser: isUpvoted, items: items.map((item) => toWireItem(origin, item)) }
}

/** A single collection. */
export function toWireCollection(origin: string, collection: Collection, items: readonly CollectionItem[], isUpvoted: boolean) {
  return { ...toWireListedCollection(origin, collection, items, isUpvoted), position: collection.position }
}

function toWireItem(origin: string, item: CollectionItem) {
  const common = {
    _id: item.uid,
    position: item.position,
    ...(item.note === null ? {} : { note: { text: item.note, html: escapeHtml(item.note) } }),
  }
  const { subject } = item
  if (subject.type === 'paper') return { ...common, type: 'paper' as const, id: subject.paper, title: `arXiv:${subject.paper}` }
  if (subject.type === 'collection') {
    return { ...common, type: 'collection' as const, id: subject.collection.uid, ...toWireHead(origin, subject.collection) }
  }
  const { repo } = subject
  return {
    ...common,
    type: repo.type,
    repoType: repo.type,
    id: repo.fullName,
    author: repo.owner,
    private: repo.visibility === 'private',
    gated: repo.gated,
    downloads: repo.downloads,
    likes: repo.likes,
    lastModified: repo.updatedAt.toISOString(),
    isLikedByUser: false,
    ...(repo.type === 'model' && repo.pipelineTag !== null ? { pipeline_tag: repo.pipelineTag } : {}),
    ...(repo.type === 'space' && repo.sdk !== null ? { sdk: repo.sdk } : {}),
    url: `${origin}/${repoPath(repo)}`,
    apiPath: `/api/${apiSegments[repo.type]}/${repo.fullName}`,
  }
}

function escapeHtml(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}
