import type { RepoHeaderView } from '@portolan/pages'
import { FolderPlus, Heart, Lock } from 'lucide-react'
import { Form, Link, useFetcher, useLocation } from 'react-router'
import { formatCount } from '../lib/format.ts'
import { filePath, listingPaths, typeNames } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { PageTabs } from '../ui/tabs.tsx'
import { CloneMenu } from './clone/clone-menu.tsx'
import { GateNotice } from './gate-notice.tsx'
import { RepoNews, type ShownRevision } from './live/repo-news.tsx'
import { repoTopic } from './live/repo-topic.ts'
import { useLive, shownSince } from './live/use-live.ts'
import { taskLabel } from '../lib/task-label.ts'
import { TaskIcon } from './task-icon.tsx'

const shownTags = 10

/** The header of every page of a repo: its name, metadata, badges, and tabs. */
export function RepoHeader({ repo, revision = 'main', shown }: { repo: RepoHeaderView; revision?: string; shown?: ShownRevision }) {
  const list = listingPaths[repo.type]
  const { pathname } = useLocation()
  const view = pathname.slice(repo.path.length).split('/')[1] ?? ''
  /** Tags take a lot of room, and say nothing about files and discussions. */
  const isCard = view === ''
  const tabs = [
    { to: repo.path, label: repo.type === 'space' ? 'App' : `${typeNames[repo.type]} card`, end: true },
    ...(repo.type === 'dataset' ? [{ to: `${repo.path}/viewer`, label: 'Viewer' }] : []),
    {
      to: filePath(repo.path, 'tree', revision),
      label: 'Files',
      isCurrent: ['tree', 'blob', 'upload', 'blame', 'edit', 'new', 'branches'].includes(view),
    },
    { to: filePath(repo.path, 'commits', revision), label: 'Commits', isCurrent: ['commits', 'commit', 'compare'].includes(view) },
    ...(repo.type === 'model' && repo.tags.includes('conversational')
      ? [{ to: `${repo.path}/chat-template`, label: 'Chat template' }]
      : []),
    {
      to: `${repo.path}/discussions`,
      label: repo.openDiscussions > 0 ? `Community (${formatCount(repo.openDiscussions)})` : 'Community',
    },
    ...(repo.viewer.canAdmin ? [{ to: `${repo.path}/settings`, label: 'Settings', isCurrent: view === 'settings' }] : []),
  ]
  return (
    <section aria-label="Repository" className="border-b border-line">
      <div className="page pt-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 items-center gap-2.5">
            <Avatar name={repo.owner} size={30} />
            <h1 className="display min-w-0 text-xl break-words sm:text-2xl">
              <Link to={list} className="sr-only">
                {typeNames[repo.type]}
              </Link>{' '}
              <Link to={`/${repo.owner}`} className="text-soft no-underline hover:underline">
                {repo.owner}
              </Link>
              <span className="text-soft">/</span>
              <Link to={repo.path} className="text-ink no-underline hover:underline">
                {repo.name}
              </Link>
            </h1>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {repo.isPrivate ? (
              <Badge tone="warn" icon={<Lock size={13} aria-hidden="true" />}>
                Private
              </Badge>
            ) : null}
            {repo.gated ? <Badge tone="warn">Gated</Badge> : null}
            <LikeButton repo={repo} />
            <Link
              to={`/collections/add?item=${repo.type}s/${repo.fullName}`}
              aria-label="Add to collection"
              title="Add to collection"
              className={buttonClasses({ small: true })}
            >
              <FolderPlus size={15} aria-hidden="true" />
              <span className="max-lg:hidden">Add to collection</span>
            </Link>
            <CloneMenu repo={repo} />
          </div>
        </div>
        {isCard ? <Tags repo={repo} /> : null}
        <GateNotice repo={repo} />
        <RepoNews repo={repo} shown={shown} />
        <div className="mt-2">
          <PageTabs label="Parts of the repository" tabs={tabs} />
        </div>
      </div>
    </section>
  )
}

/** What a repo is for and made of, as links to the listing. */
function Tags({ repo }: { repo: RepoHeaderView }) {
  const list = listingPaths[repo.type]
  const shownElsewhere = new Set([repo.task, repo.library, repo.sdk, ...repo.datasetTasks.map(({ tag }) => tag)])
  const tags = repo.tags.filter((tag) => !shownElsewhere.has(tag) && !/^(?:license|dataset|base_model|region|model):/.test(tag))
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {repo.task ? (
        <Badge icon={<TaskIcon modality={repo.modality} />} to={repo.taskPath ?? `${list}?task=${encodeURIComponent(repo.task)}`}>
          {taskLabel(repo.task)}
        </Badge>
      ) : null}
      {repo.datasetTasks.map(({ tag, label, path }) => (
        <Badge key={tag} to={path}>
          {label}
        </Badge>
      ))}
      {repo.library ? <Badge to={`${list}?library=${encodeURIComponent(repo.library)}`}>{repo.library}</Badge> : null}
      {repo.sdk ? <Badge>{repo.sdk}</Badge> : null}
      {repo.license ? <Badge to={`${list}?license=${encodeURIComponent(repo.license)}`}>License: {repo.license}</Badge> : null}
      {tags.slice(0, shownTags).map((tag) => (
        <Badge key={tag} to={`${list}?tag=${encodeURIComponent(tag)}`}>
          {tag.replace(/^language:/, '')}
        </Badge>
      ))}
      {tags.length > shownTags ? <Badge title={tags.slice(shownTags).join(', ')}>and {tags.length - shownTags} more</Badge> : null}
    </div>
  )
}

/** A plain form without JavaScript; with it, the heart responds at once and the page does not reload. */
function LikeButton({ repo }: { repo: RepoHeaderView }) {
  const fetcher = useFetcher()
  const asked = fetcher.formData?.get('like')
  const known = useKnownLikes(repo)
  const liked = asked === undefined || asked === null ? known.liked : asked === 'yes'
  const likes = known.likes + (liked === known.liked ? 0 : liked ? 1 : -1)
  return (
    <Form
      method="post"
      action="/preferences"
      onSubmit={(event) => {
        if (!repo.viewer.isSignedIn) return
        event.preventDefault()
        void fetcher.submit({ repo: repo.path, like: liked ? 'no' : 'yes', stay: 'yes' }, { method: 'post', action: '/preferences' })
      }}
    >
      <input type="hidden" name="repo" value={repo.path} />
      <button type="submit" name="like" value={liked ? 'no' : 'yes'} aria-pressed={liked} className={buttonClasses({ small: true })}>
        <Heart size={15} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} className={liked ? 'text-accent' : ''} />
        Like
        <span className="border-l border-line pl-2 tabular-nums">{formatCount(likes)}</span>
      </button>
    </Form>
  )
}

/** Likes from the page's data, or from the live channel if newer. */
function useKnownLikes(repo: RepoHeaderView): { likes: number; liked: boolean } {
  const { likes, liked } = useLive(repoTopic(repo))
  const since = shownSince(repo)
  return {
    likes: likes !== null && likes.at > since ? likes.value : repo.likes,
    liked: liked !== null && liked.at > since ? liked.value : repo.viewer.liked,
  }
}
