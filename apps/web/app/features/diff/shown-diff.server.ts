import { createHash } from 'node:crypto'
import type { DiffFileView, DiffView } from '@portolan/pages'
import { type HasHtml, withHtml } from '../once-html.tsx'
import { type DiffLayout, hunksHtml } from './diff-html.server.ts'

/** A file of a diff as the view expects it: its lines are already rendered as a table. */
export type ShownFile = Omit<DiffFileView, 'body'> & {
  /** Prefix of the ids of the file and its lines on the page; the same whenever the file is shown. */
  readonly anchor: string
  readonly body: Exclude<DiffFileView['body'], { kind: 'hunks' }> | ({ readonly kind: 'hunks' } & HasHtml)
}

export type ShownDiff = Omit<DiffView, 'files'> & { readonly files: readonly ShownFile[]; readonly layout: DiffLayout }

/** Prepares a diff for `DiffList`. The query string selects the layout (`?diff=split`). */
export function shownDiff(diff: DiffView, request: Request): ShownDiff {
  const layout = layoutOf(request)
  const files = diff.files.map((file): ShownFile => {
    const anchor = `d${createHash('sha1').update(file.path).update(file.status).digest('hex').slice(0, 8)}`
    const { body } = file
    if (body.kind !== 'hunks') return { ...file, anchor, body }
    return { ...file, anchor, body: withHtml({ kind: 'hunks' }, hunksHtml(body.hunks, layout, anchor), request) }
  })
  return { ...diff, files, layout }
}

/** Returns the single file that the query string requests (`?file=…`), for `diffView`. */
export function askedFile(request: Request): string | null {
  return new URL(request.url).searchParams.get('file')
}

function layoutOf(request: Request): DiffLayout {
  return new URL(request.url).searchParams.get('diff') === 'split' ? 'split' : 'unified'
}
