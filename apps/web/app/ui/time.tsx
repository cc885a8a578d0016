import { formatDay } from '../lib/format.ts'

export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso}>
      {formatDay(iso)}
    </time>
  )
}
