import type { ColumnStatistics } from '@portolan/hub'
import { Table } from '../../ui/table.tsx'
import { percent } from './column-chart.tsx'
import { formatNumber } from './format-number.ts'

/** All column statistics, one row per column. */
export function StatisticsTable({
  columns,
  rowsRead,
  complete,
}: {
  columns: readonly ColumnStatistics[]
  rowsRead: number
  complete: boolean
}) {
  return (
    <section aria-labelledby="statistics" className="mt-8">
      <h2 id="statistics" className="display text-xl">
        Columns
      </h2>
      <p className="mt-1 mb-3 text-sm text-soft">
        {complete ? `Of all ${rowsRead.toLocaleString('en')} rows.` : `Of the first ${rowsRead.toLocaleString('en')} rows, not of all.`}
      </p>
      <Table label="Statistics of the columns" className="text-sm [&_td]:align-top">
        <thead className="border-b border-rule">
          <tr className="text-xs text-soft">
            {['Column', 'Type', 'Null', 'Distinct', 'Min', 'Mean', 'Max', 'Std. dev.', 'Values'].map((name) => (
              <th key={name} scope="col" className="font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, i) => (
            <Line key={i} column={column} rowsRead={rowsRead} />
          ))}
        </tbody>
      </Table>
      <p className="mt-2 text-xs text-soft">For text the figures are of its length in characters, for lists of their number of items.</p>
    </section>
  )
}

function Line({ column, rowsRead }: { column: ColumnStatistics; rowsRead: number }) {
  const { name, type, nulls, distinct, numbers, lengths, frequent } = column
  const range = numbers ?? lengths
  return (
    <tr>
      <th scope="row" className="max-w-60 text-left font-medium break-words">
        {name}
      </th>
      <td className="font-mono text-xs">{type}</td>
      <td className="tabular-nums whitespace-nowrap">
        {nulls === 0 ? '0' : `${nulls.toLocaleString('en')} (${percent(nulls / Math.max(1, rowsRead))})`}
      </td>
      <td className="tabular-nums whitespace-nowrap">
        {distinct ? `${distinct.atLeast ? 'over ' : ''}${distinct.count.toLocaleString('en')}` : '–'}
      </td>
      <td className="tabular-nums">{range ? formatNumber(range.min) : '–'}</td>
      <td className="tabular-nums">{range ? formatNumber(range.mean) : '–'}</td>
      <td className="tabular-nums">{range ? formatNumber(range.max) : '–'}</td>
      <td className="tabular-nums">{numbers ? formatNumber(numbers.deviation) : '–'}</td>
      <td className="min-w-40">
        {frequent.length === 0
          ? '–'
          : frequent.map(({ value, count }) => (
              <span key={value} className="mr-3 inline-block max-w-60 truncate align-bottom" title={value}>
                {value === '' ? <i className="text-soft">empty text</i> : value}{' '}
                <span className="text-soft tabular-nums">{count.toLocaleString('en')}</span>
              </span>
            ))}
      </td>
    </tr>
  )
}
