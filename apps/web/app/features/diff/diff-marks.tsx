import type { ShownFile } from './shown-diff.server.ts'

const marks = {
  added: ['+', 'text-good', 'added'],
  removed: ['−', 'text-bad', 'removed'],
  changed: ['~', 'text-warn', 'changed'],
  renamed: ['→', 'text-sea', 'renamed'],
} as const satisfies Record<ShownFile['status'], readonly [string, string, string]>

/** The status of a file in the diff, as an icon with a label. */
export function StatusMark({ status }: { status: ShownFile['status'] }) {
  const [mark, color, word] = marks[status]
  return (
    <span role="img" className={`${color} font-mono`} title={word} aria-label={word}>
      {mark}
    </span>
  )
}

/** `+3 −1`: lines added and removed. Renders nothing if they were not counted. */
export function LineCounts({ added, removed, atLeast = false }: { added: number | null; removed: number | null; atLeast?: boolean }) {
  if (added === null || removed === null) return null
  return (
    <span className="text-sm whitespace-nowrap tabular-nums">
      {atLeast ? <span className="text-soft">at least </span> : null}
      <span className="text-good">
        <span aria-hidden="true">+{added}</span>
        <span className="sr-only">{added} lines added,</span>
      </span>{' '}
      <span className="text-bad">
        <span aria-hidden="true">−{removed}</span>
        <span className="sr-only">{removed} lines removed</span>
      </span>
    </span>
  )
}
