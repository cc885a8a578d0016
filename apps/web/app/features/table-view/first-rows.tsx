import type { FirstRows as Data } from '@portolan/pages'
import { Link } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { filePath } from '../../lib/paths.ts'
import { RowsTable } from './rows-table.tsx'

/** The first rows of a dataset, with how many there are and the way to all of them. */
export default function FirstRows({ data, path }: { data: Data; path: string }) {
  const { rows, split, splits, config, configs } = data
  return (
    <section aria-labelledby="first-rows" className="mb-6 min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-rows" className="panel-title">
          Preview{' '}
          <span className="font-normal text-soft">
            {rows.total === null ? '' : `${formatCount(rows.total)} rows in `}
            {configs > 1 ? `${config}, ` : ''}
            {split}
            {splits > 1 ? ` (1 of ${splits} splits)` : ''}
          </span>
        </h2>
        <Link to={`${path}/viewer`} className="link text-sm">
          View all rows
        </Link>
      </div>
      <div className="[&_td]:max-w-xs [&_td]:truncate">
        <RowsTable rows={rows} statistics={[]} rowsRead={0} filesPath={`${filePath(path, 'resolve', data.commitOid)}/`} />
      </div>
    </section>
  )
}
