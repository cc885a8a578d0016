import { formatDay } from '../lib/format.ts'

/** A date in UTC, with the time of day if `withMinutes`, so the server and every reader see the same text. */
export function Time({ iso, withMinutes = false }: { iso: string; withMinutes?: boolean }) {
  return (
    <time dateTime={iso} title={iso}>
      {formatDay(iso)}
      {withMinutes ? `, ${iso.slice(11, 16)} UTC` : ''}
    </time>
  )
}
