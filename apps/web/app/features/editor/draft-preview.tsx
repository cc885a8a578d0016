import type { Preview } from '@portolan/pages'
import { useEffect, useRef } from 'react'
import { DiffList } from '../diff/diff-list.tsx'
import type { ShownDiff } from '../diff/shown-diff.server.ts'
import { ServerHtml } from '../server-html.tsx'

/** The changes in a draft, and a preview of the resulting page. */
export function DraftPreview({ preview, repoPath }: { preview: Omit<Preview, 'diff'> & { diff: ShownDiff }; repoPath: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [preview])
  return (
    <section aria-label="Preview" className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="display text-xl">
        Preview
      </h2>
      <DiffList diff={preview.diff} repoPath={repoPath} isDraft />
      <div className="sheet overflow-hidden">
        {preview.shown.kind === 'markdown' ? (
          <ServerHtml html={preview.shown.html} className="prose card px-6 py-6" />
        ) : (
          <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="The file as it would be">
            <ServerHtml html={preview.shown.html} className="source code-lines py-2" />
          </div>
        )}
      </div>
    </section>
  )
}
