import { formatDay } from '../lib/format.ts'

/** A day; with `withMinutes` the time of that day, too, in UTC: the same for every reader and on the server. */
export function Time({ iso, withMinutes = false }: { iso: string; withMinutes?: boolean }) {
  return (
    <time dateTime={iso} title={iso}>
      {formatDay(iso)}
      {withMinutes ? `, ${iso.slice(11, 16)} UTC` : ''}
    </time>
  )
}
