import type { RepoHeaderView } from '@portolan/hub'
import { Heart } from 'lucide-react'
import { Form, Link, NavLink } from 'react-router'
import { formatCount } from '../lib/format.ts'
import { filePath, listingPaths, typeNames } from '../lib/paths.ts'
import { Badge } from '../ui/badge.tsx'
import { taskLabel } from './repo-list.tsx'

/** What stands above every page of a repo: who, what, its marks, and the ways on. */
export function RepoHeader({ repo, revision = 'main' }: { repo: RepoHeaderView; revision?: string }) {
  const list = listingPaths[repo.type]
  const tabs: readonly (readonly [to: string, label: string, end: boolean])[] = [
    [repo.path, repo.type === 'space' ? 'About' : `${typeNames[repo.type]} card`, true],
    [filePath(repo.path, 'tree', revision), 'Files', false],
    [filePath(repo.path, 'commits', revision), 'Commits', false],
    ...(repo.viewer.canAdmin ? ([[`${repo.path}/settings`, 'Settings', true]] as const) : []),
  ]
  return (
    <div className="rhumb border-b border-line">
      <div className="mx-auto w-full max-w-7xl px-4 pt-6">
        <p className="mb-1 text-sm text-soft">
          <Link to={list} className="text-soft">
            {typeNames[repo.type]}s
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 font-serif text-2xl font-semibold break-words sm:text-3xl">
            <Link to={`/${repo.owner}`} className="font-normal text-soft no-underline hover:underline">
              {repo.owner}
            </Link>
            <span className="text-soft">/</span>
            <Link to={repo.path} className="text-ink no-underline hover:underline">
              {repo.name}
            </Link>
          </h1>
          <Form method="post" action="/preferences" preventScrollReset>
            <input type="hidden" name="repo" value={repo.path} />
            <button
              type="submit"
              name="like"
              value={repo.viewer.liked ? 'no' : 'yes'}
              aria-pressed={repo.viewer.liked}
              className="inline-flex items-center gap-1.5 rounded-full border border-rule bg-sheet px-3 py-1 text-sm hover:border-ink"
            >
              <Heart
                size={15}
                aria-hidden="true"
                fill={repo.viewer.liked ? 'var(--color-accent)' : 'none'}
                className={repo.viewer.liked ? 'text-accent' : ''}
              />
              {repo.viewer.liked ? 'Liked' : 'Like'}
              <span className="border-l border-line pl-2">{formatCount(repo.likes)}</span>
            </button>
          </Form>
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          {repo.isPrivate ? <Badge tone="warn">Private</Badge> : null}
          {repo.gated ? <Badge tone="warn">Access on request</Badge> : null}
          {repo.task ? (
            <Badge tone="sea" to={`${list}?task=${encodeURIComponent(repo.task)}`}>
              {taskLabel(repo.task)}
            </Badge>
          ) : null}
          {repo.library ? <Badge to={`${list}?library=${encodeURIComponent(repo.library)}`}>{repo.library}</Badge> : null}
          {repo.sdk ? <Badge>{repo.sdk}</Badge> : null}
          {repo.license ? <Badge to={`${list}?license=${encodeURIComponent(repo.license)}`}>Licence: {repo.license}</Badge> : null}
          {repo.tags
            .filter((tag) => tag !== repo.task && tag !== repo.library && !tag.startsWith('license:'))
            .slice(0, 12)
            .map((tag) => (
              <Badge key={tag} to={`${list}?tag=${encodeURIComponent(tag)}`}>
                {tag}
              </Badge>
            ))}
        </div>
        <nav aria-label="Repository" className="mt-4 flex gap-1 overflow-x-auto">
          {tabs.map(([to, label, end]) => (
            <NavLink
              key={label}
              to={to}
              end={end}
              className={({ isActive }) =>
                `border-b-2 px-3 py-2 whitespace-nowrap no-underline ${isActive ? 'border-accent font-semibold text-ink' : 'border-transparent text-soft hover:text-ink'}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
    </div>
  )
}
