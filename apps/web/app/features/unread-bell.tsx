import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { UnreadCount } from '../lib/root-data.ts'
import { useLive } from './live/use-live.ts'

/** Link to the notifications, with the unread count. The live channel triggers a recount; the page does not reload. */
export function UnreadBell({ unread }: { unread: number }) {
  const { notified } = useLive('user')
  const fetcher = useFetcher<UnreadCount>()
  const counted = useRef(0)
  const { load } = fetcher
  useEffect(() => {
    if (notified === null || notified.at <= counted.current) return
    counted.current = notified.at
    void load('/notifications/unread')
  }, [notified, load])
  const now = fetcher.data?.unread ?? unread
  const label = now === 0 ? 'Notifications' : `Notifications, ${now >= 100 ? '100 or more' : now} unread`
  return (
    <Link to="/notifications" aria-label={label} title={label} className="relative rounded-md p-2 text-soft hover:bg-well hover:text-ink">
      <Bell size={19} aria-hidden="true" />
      {now > 0 ? (
        <span className="absolute top-0 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs leading-4.5 font-semibold text-accent-ink tabular-nums">
          {now >= 100 ? '99+' : now}
        </span>
      ) : null}
    </Link>
  )
}
