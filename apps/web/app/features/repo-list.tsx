import clsx from 'clsx'
import { Box, Download, Heart, Lock, LockKeyhole, Scale } from 'lucide-react'
import type { RepoCardView } from '@portolan/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatParams } from '../lib/format.ts'
import { taskLabel } from '../lib/task-label.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { Time } from '../ui/time.tsx'
import { SpaceBanner } from './space/space-banner.tsx'
import { TaskIcon } from './task-icon.tsx'

/** Repos as dense rows; Spaces as cards in their colors. */
export function RepoList({ repos, columns = 2 }: { repos: readonly RepoCardView[]; columns?: 1 | 2 }) {
  const hasBanners = repos.some(({ space }) => space !== undefined)
  if (hasBanners)
    return (
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {repos.map((repo) => (
          <li key={repo.path} className="sheet min-w-0 p-3 transition-colors hover:border-rule">
            {repo.space ? <SpaceBanner look={repo.space} name={repo.name} /> : null}
            <Name repo={repo} />
            <Summary text={repo.space?.shortDescription ?? repo.summary} />
            <Facts repo={repo} className="mt-1" />
          </li>
        ))}
      </ul>
    )
  return (
    <ul className={clsx(columns === 2 ? 'grid gap-3 lg:grid-cols-2' : 'sheet divide-y divide-line')}>
      {repos.map((repo) => (
        <li
          key={repo.path}
          className={clsx(
            'flex min-w-0 items-center gap-3 px-3.5 py-2.5 transition-colors',
            columns === 2 ? 'sheet hover:border-rule' : 'hover:bg-well',
          )}
        >
          <Avatar name={repo.owner} size={34} />
          <div className="min-w-0 grow">
            <Name repo={repo} />
            <Summary text={repo.summary} />
            <Facts repo={repo} />
          </div>
          <Numbers repo={repo} hasChart={columns === 1} />
        </li>
      ))}
    </ul>
  )
}

function Name({ repo }: { repo: RepoCardView }) {
  return (
    <h3 className="flex min-w-0 items-center gap-1.5">
      <Link to={repo.path} title={repo.fullName} className="truncate font-semibold text-ink no-underline hover:underline">
        <span className="font-normal text-soft">{repo.owner}/</span>
        {repo.name}
      </Link>
      {repo.isPrivate ? <Lock size={14} role="img" aria-label="Private" className="shrink-0 text-warn" /> : null}
      {repo.gated ? <LockKeyhole size={14} role="img" aria-label="Gated" className="shrink-0 text-warn" /> : null}
    </h3>
  )
}

function Summary({ text }: { text: string | null }) {
  return text ? <p className="truncate text-sm text-soft">{text}</p> : null
}

/** One line of what is known about a repo. */
function Facts({ repo, className }: { repo: RepoCardView; className?: string }) {
  return (
    <p className={clsx('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-soft', className)}>
      {repo.task ? <Task repo={repo} /> : null}
      {repo.params ? (
        <Fact icon={<Box size={13} aria-hidden="true" />} says="Parameters: ">
          {formatParams(repo.params)}
        </Fact>
      ) : null}
      {repo.library ? <span className="max-w-40 truncate">{repo.library}</span> : null}
      {repo.license ? (
        <Fact icon={<Scale size={13} aria-hidden="true" />} says="License: ">
          {repo.license}
        </Fact>
      ) : null}
      <span className="whitespace-nowrap">
        Updated <Time iso={repo.updatedAt} />
      </span>
      {repo.space ? <Likes likes={repo.likes} /> : null}
    </p>
  )
}

function Fact({ icon, says, children }: { icon: ReactNode; says: string; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-40 items-center gap-1">
      {icon}
      <span className="truncate">
        <span className="sr-only">{says}</span>
        {children}
      </span>
    </span>
  )
}

/** Zeros are left out. */
function Numbers({ repo, hasChart }: { repo: RepoCardView; hasChart: boolean }) {
  if (repo.downloads === 0 && repo.likes === 0) return null
  return (
    <div className="flex shrink-0 items-center gap-4 text-sm text-soft tabular-nums max-sm:flex-col max-sm:items-end max-sm:gap-1">
      {hasChart && repo.history ? (
        <span className="max-md:hidden">
          <Sparkline values={repo.history} width={96} height={26} />
        </span>
      ) : null}
      {repo.downloads > 0 ? (
        <span className="inline-flex items-center gap-1" title="Downloads in 30 days">
          <Download size={14} aria-hidden="true" />
          <span className="sr-only">Downloads in 30 days: </span>
          {formatCount(repo.downloads)}
        </span>
      ) : null}
      <Likes likes={repo.likes} />
    </div>
  )
}

function Likes({ likes }: { likes: number }) {
  return likes > 0 ? (
    <span className="inline-flex items-center gap-1" title="Likes">
      <Heart size={14} aria-hidden="true" />
      <span className="sr-only">Likes: </span>
      {formatCount(likes)}
    </span>
  ) : null
}

function Task({ repo }: { repo: RepoCardView }) {
  const label = taskLabel(repo.task ?? '')
  return (
    <span className="inline-flex max-w-56 min-w-0 items-center gap-1">
      <TaskIcon modality={repo.modality} />
      {repo.taskPath ? (
        <Link to={repo.taskPath} className="truncate text-ink no-underline hover:underline">
          {label}
        </Link>
      ) : (
        <span className="truncate text-ink">{label}</span>
      )}
    </span>
  )
}
