import type { CommitRow } from '@portolan/pages'
import { FolderTree } from 'lucide-react'
import { Link } from 'react-router'
import { filePath } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Time } from '../ui/time.tsx'

/** Commits, newest first: title, author, date, and a link to the files at that commit. @param path file or folder to open at each commit */
export function CommitList({
  commits,
  repoPath,
  path = '',
  view = 'tree',
}: {
  commits: readonly CommitRow[]
  repoPath: string
  path?: string
  view?: 'tree' | 'blob'
}) {
  return (
    <ol className="sheet divide-y divide-line">
      {commits.map((commit) => (
        <li key={commit.id} className="flex items-start gap-3 px-4 py-3">
          <span className="mt-0.5 shrink-0">
            <Avatar name={commit.author} size={28} />
          </span>
          <div className="min-w-0 grow">
            <Link to={`${repoPath}/commit/${commit.id}`} className="font-medium break-words text-ink">
              {commit.title}
            </Link>
            <p className="text-sm text-soft">
              {commit.author}, <Time iso={commit.date} />
            </p>
            {commit.message === '' ? null : (
              <details className="text-sm">
                <summary className="text-soft">More of the message</summary>
                <p className="mt-1 whitespace-pre-wrap">{commit.message}</p>
              </details>
            )}
          </div>
          <div className="flex shrink-0 items-center gap-3 text-sm">
            <Link to={`${repoPath}/commit/${commit.id}`} className="font-mono text-sea">
              {commit.id.slice(0, 7)}
            </Link>
            <Link
              to={filePath(repoPath, view, commit.id, path)}
              className="text-soft hover:text-ink"
              title={`Files at ${commit.id.slice(0, 7)}`}
              aria-label={`Files at ${commit.id.slice(0, 7)}`}
            >
              <FolderTree size={17} aria-hidden="true" />
            </Link>
          </div>
        </li>
      ))}
    </ol>
  )
}
