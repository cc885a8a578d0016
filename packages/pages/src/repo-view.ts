import { apiSegments, HubError, repoPath, type RepoType } from '@portolan/contract'
import { isTaskId, type Modality, pipelineType } from '@portolan/tasks'
import {
  type Actor,
  type AccessStatus,
  countAccess,
  findOwnRequest,
  countOpenDiscussions,
  type Hub,
  hasLiked,
  canAdmin,
  canHandleAccess,
  canReadContent,
  canWrite,
  findRepo,
  type Readable,
  type Repo,
  requireEnabled,
  type WithContent,
} from '@portolan/hub'
import type { SpaceLook } from './space-view.ts'

/** A repo as shown on pages: plain JSON, dates as ISO text. */
export interface RepoCardView {
  readonly type: RepoType
  readonly fullName: string
  readonly owner: string
  readonly name: string
  /** Path of its page. */
  readonly path: string
  readonly isPrivate: boolean
  readonly gated: false | 'auto' | 'manual'
  readonly task: string | null
  /** Page of the task; `null` when the card names one that is not in the catalog. */
  readonly taskPath: string | null
  /** What the task works with; `null` without a task of the catalog. */
  readonly modality: Modality | null
  readonly library: string | null
  readonly license: string | null
  readonly sdk: string | null
  readonly params: number | null
  readonly downloads: number
  readonly likes: number
  readonly updatedAt: string
  readonly summary: string | null
  readonly tags: readonly string[]
  /** For a Space in a listing: its look. */
  readonly space?: SpaceLook
  /** In a listing: downloads per day for the last 30 days, oldest first; left out without any. */
  readonly history?: readonly number[]
}

/** The header of every page of a repo. */
export interface RepoHeaderView extends RepoCardView {
  readonly apiPath: string
  readonly createdAt: string
  readonly storageBytes: number
  readonly downloadsAll: number
  /** Counts of discussions and pull requests. */
  readonly openDiscussions: number
  /** For a dataset: the tasks named in its card, with their pages. */
  readonly datasetTasks: readonly { readonly tag: string; readonly label: string; readonly path: string }[]
  readonly viewer: {
    readonly liked: boolean
    readonly canWrite: boolean
    readonly canAdmin: boolean
    readonly canReadContent: boolean
    readonly isSignedIn: boolean
    /** Number of requests waiting for the viewer, who is an owner. */
    readonly waiting: number
    /** The viewer's own request for access to a gated repo. */
    readonly request: { readonly status: AccessStatus; readonly reason: string | null; readonly askedAt: string } | null
  }
}

export function toRepoCard(repo: Repo): RepoCardView {
  return {
    type: repo.type,
    fullName: repo.fullName,
    owner: repo.owner,
    name: repo.name,
    path: `/${repoPath(repo)}`,
    isPrivate: repo.visibility === 'private',
    gated: repo.gated,
    task: repo.pipelineTag,
    taskPath: isTaskId(repo.pipelineTag) ? `/tasks/${repo.pipelineTag}` : null,
    modality: isTaskId(repo.pipelineTag) ? pipelineType(repo.pipelineTag).modality : null,
    library: repo.library,
    license: repo.license,
    sdk: repo.sdk,
    params: repo.params,
    downloads: repo.downloads,
    likes: repo.likes,
    updatedAt: repo.updatedAt.toISOString(),
    summary: repo.summary,
    tags: repo.tags.slice(0, 60),
  }
}

/**
 * Whether a page shows its repo's files. If it does not, because access has to be requested, the page says so instead.
 * @throws {HubError} `repo.disabled`
 */
export function showsContent<R extends Repo>(actor: Actor, repo: R): repo is WithContent<R> {
  requireEnabled(repo)
  return canReadContent(actor, repo)
}

/** Finds the repo of a page. For a former name, returns the new path to redirect to. @throws {HubError} `repo.not_found` */
export async function loadRepo(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
): Promise<{ repo: Readable; header: RepoHeaderView; movedTo: string | null }> {
  const found = await findRepo(hub, actor, type, fullName)
  if (!found) throw new HubError('repo.not_found')
  const { repo } = found
  const request = repo.gated === false ? null : await findOwnRequest(hub, actor, repo)
  const header: RepoHeaderView = {
    ...toRepoCard(repo),
    apiPath: `/api/${apiSegments[repo.type]}/${repo.fullName}`,
    createdAt: repo.createdAt.toISOString(),
    storageBytes: repo.storageBytes,
    downloadsAll: repo.downloadsAll,
    openDiscussions: await countOpenDiscussions(hub, repo),
    datasetTasks: repo.tags.flatMap((tag) => {
      const id = tag.startsWith('task_categories:') ? tag.slice('task_categories:'.length) : null
      return isTaskId(id) ? [{ tag, label: pipelineType(id).name, path: `/tasks/${id}` }] : []
    }),
    viewer: {
      liked: await hasLiked(hub, actor, repo),
      canWrite: canWrite(actor, repo),
      canAdmin: canAdmin(actor, repo),
      canReadContent: canReadContent(actor, repo),
      isSignedIn: actor.kind === 'user',
      waiting: repo.gated !== false && canHandleAccess(actor, repo, 'repo.access.read') ? (await countAccess(hub, actor, repo)).pending : 0,
      request: request && { ...request, askedAt: request.askedAt.toISOString() },
    },
  }
  // With different capitalization, the URL leads to the same page under its canonical spelling.
  return { repo, header, movedTo: repo.fullName === fullName ? null : header.path }
}
