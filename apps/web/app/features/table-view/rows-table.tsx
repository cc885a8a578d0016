import type { ColumnStatistics, TableRows } from '@portolan/hub'
import clsx from 'clsx'
import { Table } from '../../ui/table.tsx'
import { isWide } from './cell-text.ts'
import { CellView } from './cell-view.tsx'
import { ColumnChart } from './column-chart.tsx'

/** Rows of a dataset, with a header of column names, types and charts. */
export function RowsTable({
  rows,
  statistics,
  rowsRead,
  filesPath,
}: {
  rows: TableRows
  statistics: readonly ColumnStatistics[]
  rowsRead: number
  /** URL prefix of the files at the shown commit, ending with a slash. */
  filesPath: string
}) {
  return (
    <div role="region" aria-label="Rows, scrolls sideways" tabIndex={0}>
      <Table label="Rows" className="text-sm [&_td]:align-top [&_th]:align-top">
        <thead className="border-b border-rule">
          <tr>
            <th scope="col" className="text-xs font-medium text-soft">
              Row
            </th>
            {rows.columns.map(({ name, type }, i) => {
              const known = statistics[i]
              return (
                <th key={i} scope="col" className={clsx('font-semibold', isWide(type) ? 'min-w-52 sm:min-w-72' : 'min-w-28')}>
                  <span className="block max-w-72 break-words">{name}</span>
                  <span className="block font-mono text-xs font-normal text-soft">{type}</span>
                  {known ? <ColumnChart column={known} rowsRead={rowsRead} /> : null}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(({ index, cells }) => (
            <tr key={index}>
              <th scope="row" className="text-xs font-normal text-soft tabular-nums">
                {index + 1}
              </th>
              {cells.map((cell, i) => {
                const column = rows.columns[i]
                return column ? (
                  <td key={i} className="max-w-md break-words">
                    <CellView cell={cell} column={column} filesPath={filesPath} />
                  </td>
                ) : null
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
