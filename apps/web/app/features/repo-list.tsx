import { Download, Heart, Lock } from 'lucide-react'
import type { RepoCardView } from '@portolan/pages'
import { Link } from 'react-router'
import { formatCount, formatParams } from '../lib/format.ts'
import { Time } from '../ui/time.tsx'
import { SpaceBanner } from './space/space-banner.tsx'

/** Repos as a list of cards: the name first, then the metadata, then the numbers. */
export function RepoList({ repos, columns = 2 }: { repos: readonly RepoCardView[]; columns?: 1 | 2 }) {
  return (
    <ul className={`grid gap-3 ${columns === 2 ? 'lg:grid-cols-2' : ''}`}>
      {repos.map((repo) => (
        <li key={repo.path} className="sheet min-w-0 px-4 py-3 hover:border-rule">
          {repo.space ? <SpaceBanner look={repo.space} name={repo.name} /> : null}
          <h3 className="flex min-w-0 items-center gap-2">
            <Link to={repo.path} className="truncate font-semibold text-ink no-underline hover:underline">
              <span className="font-normal text-soft">{repo.owner}/</span>
              {repo.name}
            </Link>
            {repo.isPrivate ? <Lock size={14} aria-label="Private" className="shrink-0 text-warn" /> : null}
          </h3>
          <Summary text={repo.space?.shortDescription ?? repo.summary} />
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
            {repo.task ? <Task repo={repo} /> : null}
            {repo.params ? <span>{formatParams(repo.params)} parameters</span> : null}
            <span>
              Updated <Time iso={repo.updatedAt} />
            </span>
            <span className="inline-flex items-center gap-1" title="Downloads in 30 days">
              <Download size={14} aria-hidden="true" />
              <span className="sr-only">Downloads in 30 days: </span>
              {formatCount(repo.downloads)}
            </span>
            <span className="inline-flex items-center gap-1" title="Likes">
              <Heart size={14} aria-hidden="true" />
              <span className="sr-only">Likes: </span>
              {formatCount(repo.likes)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Summary({ text }: { text: string | null }) {
  return text ? <p className="mt-0.5 truncate text-sm text-soft">{text}</p> : null
}

function Task({ repo }: { repo: RepoCardView }) {
  const label = taskLabel(repo.task ?? '')
  return repo.taskPath ? (
    <Link to={repo.taskPath} className="text-soft no-underline hover:text-ink hover:underline">
      {label}
    </Link>
  ) : (
    <span>{label}</span>
  )
}

/** Formats `text-generation` as `Text generation`, without adding the task catalog to the bundle. */
export function taskLabel(task: string): string {
  const words = task.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
