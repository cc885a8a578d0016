import { X } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Progress } from '../../ui/progress.tsx'

/** A short notice about something that happened elsewhere. */
export interface LiveNotice {
  readonly id: string
  /** A different text makes a different notice: a dismissed notice reappears with new text. */
  readonly text: string
  readonly action?: ReactNode
  /** Progress of ongoing work: a fraction between 0 and 1, or `null` while unknown. */
  readonly progress?: number | null
}

/*
 * Notices overlay the corner of the page and never affect its layout: content being read or filled in must not move. They are kept outside React's
 * tree so that their container and its live region exist before the first notice.
 */
let shown: readonly LiveNotice[] = []
const dismissed = new Map<string, string>()
const listeners = new Set<() => void>()
const none: readonly LiveNotice[] = []

function change(next: readonly LiveNotice[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Preserves the order: a notice that changes keeps its position. */
function put(id: string, notice: LiveNotice | null): void {
  const at = shown.findIndex((each) => each.id === id)
  if (notice === null) change(shown.filter((each) => each.id !== id))
  else change(at < 0 ? [...shown, notice] : shown.with(at, notice))
}

/** Shows a notice while the calling component is mounted; `null` shows none. */
export function useLiveNotice(id: string, notice: Omit<LiveNotice, 'id'> | null): void {
  const text = notice?.text ?? null
  const progress = notice?.progress
  useEffect(() => {
    if (notice === null || dismissed.get(id) === notice.text) return undefined
    put(id, { id, ...notice })
    return () => put(id, null)
    // The action belongs to the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, text, progress])
}

/** The container for all notices, in the corner of every page. New text is announced by screen readers. */
export function LiveNotices() {
  const notices = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
    () => none,
  )
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-3 z-40 grid justify-items-stretch gap-2 sm:right-auto sm:max-w-md print:hidden"
    >
      {notices.map((notice) => (
        <div
          key={notice.id}
          className="sheet pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 text-sm shadow-float"
        >
          <div className="min-w-0 grow basis-40">
            <p className="break-words">{notice.text}</p>
            {notice.progress === undefined ? null : <Progress label={notice.text} value={notice.progress} />}
          </div>
          <span className="flex items-center gap-1">
            {notice.action}
            <button
              type="button"
              aria-label="Put away"
              className="rounded-md p-1.5 text-soft hover:bg-well hover:text-ink"
              onClick={() => {
                dismissed.set(notice.id, notice.text)
                change(shown.filter(({ id }) => id !== notice.id))
              }}
            >
              <X size={16} aria-hidden="true" />
            </button>
          </span>
        </div>
      ))}
    </div>
  )
}
