import { GitBranch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { filePath } from '../lib/paths.ts'

interface At {
  header: { path: string; name: string }
  revision: string
  commitOid: string
  path: string
  branches: readonly string[]
  tags: readonly string[]
}

/** The revision menu and the path breadcrumb, followed by the page's actions. */
export function PathBar({ page, view, children }: { page: At; view: 'tree' | 'blob' | 'commits' | 'blame'; children?: ReactNode }) {
  const parts = page.path === '' ? [] : page.path.split('/')
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <details className="relative" name="revision-menu">
        <summary className="flex list-none items-center gap-2 rounded-md border border-rule bg-sheet px-3 py-1.5 text-sm">
          <GitBranch size={15} aria-hidden="true" />
          <span className="sr-only">Revision: </span>
          <span className="max-w-40 truncate">{/^[0-9a-f]{40}$/.test(page.revision) ? page.revision.slice(0, 7) : page.revision}</span>
        </summary>
        <div className="sheet absolute left-0 z-10 mt-1 max-h-80 w-64 overflow-y-auto p-2 shadow-lg">
          {(
            [
              ['Branches', page.branches],
              ['Tags', page.tags],
              ['Pinned', [page.commitOid]],
            ] as const
          ).map(([title, names]) =>
            names.length === 0 ? null : (
              <div key={title}>
                <p className="px-2 pt-1 text-sm font-semibold text-soft">{title}</p>
                {names.map((name) => (
                  <Link
                    key={name}
                    to={filePath(page.header.path, view, name, page.path)}
                    className="block truncate rounded px-2 py-1 text-ink no-underline hover:bg-well"
                    aria-current={name === page.revision ? 'true' : undefined}
                  >
                    {name}
                  </Link>
                ))}
              </div>
            ),
          )}
        </div>
      </details>
      <nav aria-label="Path" className="min-w-0 grow font-mono text-sm break-words">
        <Link to={filePath(page.header.path, 'tree', page.revision)} className="text-sea">
          {page.header.name}
        </Link>
        {parts.map((part, i) => (
          <span key={parts.slice(0, i + 1).join('/')}>
            <span className="text-soft"> / </span>
            {i === parts.length - 1 ? (
              <span aria-current="page">{part}</span>
            ) : (
              <Link to={filePath(page.header.path, 'tree', page.revision, parts.slice(0, i + 1).join('/'))} className="text-sea">
                {part}
              </Link>
            )}
          </span>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
