import { Link, useSearchParams } from 'react-router'
import { formatBytes } from '../../lib/format.ts'
import { filePath } from '../../lib/paths.ts'
import { Empty } from '../../ui/panel.tsx'
import { Segments } from '../../ui/tabs.tsx'
import { OnceHtml } from '../once-html.tsx'
import { DiffFile } from './diff-file.tsx'
import { LineCounts, StatusMark } from './diff-marks.tsx'
import type { ShownDiff } from './shown-diff.server.ts'

/** With more files than this, the file list starts collapsed. */
const openList = 40

/**
 * The diff between two commits: the files with their counts, then the lines of each, unified or split.
 * @param isDraft the changes are not committed, so nothing has a URL yet
 */
export function DiffList({ diff, repoPath, isDraft = false }: { diff: ShownDiff; repoPath: string; isDraft?: boolean }) {
  const [parameters] = useSearchParams()
  const address = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
  if (diff.total === 0)
    return isDraft ? <Empty title="Nothing is changed yet" /> : <Empty title="No difference">The files are the same in both.</Empty>
  const missing = diff.only === null ? diff.total - diff.files.length : 0
  return (
    <section aria-label="Changed files">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <strong>
            {diff.total} changed {diff.total === 1 ? 'file' : 'files'}
          </strong>
          , <LineCounts added={diff.added} removed={diff.removed} atLeast={diff.uncounted && diff.only === null} />
          {diff.only === null ? null : (
            <>
              {' '}
              · only <code className="font-mono text-sm">{diff.only}</code>{' '}
              <Link to={address({ file: null })} className="text-sea">
                Show all
              </Link>
            </>
          )}
        </p>
        {isDraft ? null : (
          <Segments
            label="Layout"
            items={[
              { to: address({ diff: null }), label: 'Unified', isCurrent: diff.layout === 'unified' },
              { to: address({ diff: 'split' }), label: 'Side by side', isCurrent: diff.layout === 'split' },
            ]}
          />
        )}
      </div>
      {diff.files.length > 1 ? (
        <details open={diff.files.length <= openList} className="sheet mb-4">
          <summary className="px-4 py-2 text-sm font-semibold">Files</summary>
          <ul className="divide-y divide-line border-t border-line font-mono text-sm">
            {diff.files.map((file) => (
              <li key={file.anchor} className="flex gap-3 px-4 py-1.5">
                <StatusMark status={file.status} />
                <a href={`#${file.anchor}`} className="min-w-0 grow break-all text-ink">
                  {file.oldPath === null ? null : <span className="text-soft">{file.oldPath} → </span>}
                  {file.path}
                </a>
                <span className="shrink-0">
                  <LineCounts added={file.added} removed={file.removed} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <div className="grid gap-4">
        {diff.files.map((file) => (
          <DiffFile
            key={file.anchor}
            file={file}
            before={diff.base === null ? null : filePath(repoPath, 'blob', diff.base, file.oldPath ?? file.path)}
            after={isDraft ? null : filePath(repoPath, 'blob', diff.head, file.path)}
          >
            <FileBody file={file} soleAddress={diff.only === null ? address({ file: file.path }) : null} />
          </DiffFile>
        ))}
      </div>
      {missing > 0 ? <p className="mt-4 text-soft">{missing} more files are not shown. The patch has them all.</p> : null}
    </section>
  )
}

const reasons = {
  long: 'Many lines changed.',
  later: 'This page shows enough already.',
  'too-large': 'The file is too large for its lines to be shown here.',
} as const

function FileBody({ file, soleAddress }: { file: ShownDiff['files'][number]; soleAddress: string | null }) {
  const { body } = file
  const note = (text: React.ReactNode) => <p className="px-4 py-3 text-sm text-soft">{text}</p>
  switch (body.kind) {
    case 'hunks':
      return <OnceHtml owner={body} name={`diff-${file.anchor}`} as="div" />
    case 'large':
      return note(<LargeChange before={body.before} after={body.after} />)
    case 'binary':
      return note(<Sizes label="Binary file: no preview" before={body.oldSize} after={body.newSize} />)
    case 'submodule':
      return note(
        <>
          Submodule <code className="break-all">{body.before ?? 'none'}</code> → <code className="break-all">{body.after ?? 'none'}</code>
        </>,
      )
    case 'same':
      return note(file.status === 'renamed' ? 'Moved without a change.' : file.modes ? 'Only the mode changed.' : 'An empty file.')
    case 'restricted':
      return note('Request access to see the files of this repository.')
    case 'collapsed':
      return note(
        <>
          {reasons[body.reason]}{' '}
          {body.reason === 'too-large' || soleAddress === null ? (
            'The patch has them.'
          ) : (
            <Link to={soleAddress} className="text-sea">
              Show this file
            </Link>
          )}
        </>,
      )
  }
}

function LargeChange({ before, after }: { before: LargeSide; after: LargeSide }) {
  return (
    <>
      <Sizes label="Large file" before={before?.size ?? null} after={after?.size ?? null} />
      {[before, after].map((side, i) =>
        side?.sha256 ? (
          // oxlint-disable-next-line react/no-array-index-key -- two places that never move
          <span key={i} className="mt-1 block font-mono break-all">
            {i === 0 ? '−' : '+'} sha256 {side.sha256}
          </span>
        ) : null,
      )}
    </>
  )
}

type LargeSide = { readonly size: number; readonly sha256: string | null } | null

function Sizes({ label, before, after }: { label: string; before: number | null; after: number | null }) {
  if (before === null || after === null) return `${label}, ${formatBytes(before ?? after ?? 0)}`
  const change = after - before
  return `${label}, ${formatBytes(before)} → ${formatBytes(after)} (${change < 0 ? '−' : '+'}${formatBytes(Math.abs(change))})`
}
