import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LineCounts, StatusMark } from './diff-marks.tsx'
import type { ShownFile } from './shown-diff.server.ts'

/** One file of a diff. Its name and counts stay visible while its lines scroll; it can be collapsed. */
export function DiffFile({
  file,
  before,
  after,
  children,
}: {
  file: ShownFile
  /** Links to the file before and after the change. */
  before: string | null
  after: string | null
  children: ReactNode
}) {
  const page = file.status === 'removed' ? before : after
  return (
    <article id={file.anchor} className="sheet relative scroll-mt-2">
      <details open className="diff-file">
        <summary className="diff-head flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 pr-20 pl-4">
          <StatusMark status={file.status} />
          <h3 className="min-w-0 grow font-mono text-sm font-semibold break-all">
            {file.oldPath === null ? null : <span className="font-normal text-soft">{file.oldPath} → </span>}
            {file.path}
          </h3>
          {file.similarity !== null && file.similarity < 100 ? <span className="text-sm text-soft">{file.similarity} % alike</span> : null}
          {file.modes ? (
            <span className="text-sm text-soft">
              mode {file.modes.before} → {file.modes.after}
            </span>
          ) : null}
          <LineCounts added={file.added} removed={file.removed} />
        </summary>
        {children}
      </details>
      {page === null ? null : (
        // Next to the summary, not in it: a link inside a button is neither.
        <Link to={page} className="absolute top-2 right-4 z-[2] text-sm text-sea" aria-label={`View ${file.path}`}>
          View
        </Link>
      )}
    </article>
  )
}
