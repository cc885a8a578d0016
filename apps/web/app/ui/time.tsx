import { useRouteLoaderData } from 'react-router'
import { useEffect, useState } from 'react'
import { formatDay, formatMinute, formatSince } from '../lib/format.ts'
import type { RootData } from '../lib/root-data.ts'

/**
 * How long ago something was, with the exact time in UTC as the title. The server and the first rendering in the browser use the same clock, the
 * server's; then the text follows the browser's.
 */
export function Time({ iso, form = 'relative' }: { iso: string; form?: 'relative' | 'day' | 'minute' }) {
  const now = useNow()
  return (
    <time dateTime={iso} title={formatMinute(iso)}>
      {form === 'minute' ? formatMinute(iso) : form === 'day' || now === null ? formatDay(iso) : formatSince(iso, now)}
    </time>
  )
}

/** Milliseconds since 1970, within a minute; `null` on pages without the root's data, such as some errors. */
function useNow(): number | null {
  const rendered = (useRouteLoaderData('root') as RootData | undefined)?.now ?? null
  const [now, setNow] = useState(rendered)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
