import { Link } from 'react-router'
import { LevelBadge } from '../../features/proof/level-badge.tsx'
import { Table } from '../../ui/table.tsx'
import type { LibrarySummary } from './library-summary.server.ts'

interface Totals {
  readonly all: number
  readonly own: number
  readonly runs: number
  readonly names: number
  readonly literals: number
}

/** The proofs of all code, by library. */
export function ProofOverview({ libraries, totals }: { libraries: readonly (LibrarySummary & { models: number })[]; totals: Totals }) {
  const own = libraries.filter(({ hasCode }) => hasCode)
  return (
    <>
      <div className="grid max-w-prose gap-2">
        <p>
          {totals.own} libraries have code of their own: {totals.runs} with blocks that ran, {totals.names} whose symbols were found,{' '}
          {totals.literals} whose symbols could not be checked. The other {totals.all - totals.own} fetch files, with code that was run.
        </p>
        <ProofLegend />
      </div>
      {own.length === 0 ? null : (
        <Table label="What was checked of each library" isDense>
          <thead>
            <tr>
              <th scope="col">Library</th>
              <th scope="col">Level</th>
              <th scope="col">Against</th>
              <th scope="col">Day</th>
              <th scope="col" className="text-right">
                Run
              </th>
              <th scope="col" className="text-right">
                Symbols checked
              </th>
              <th scope="col" className="text-right">
                Values escaped
              </th>
              <th scope="col" className="text-right">
                Models here
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {own.map(({ id, label, level, against, reason, date, blocks, models }) => (
              <tr key={id}>
                <th scope="row" className="font-medium">
                  <Link to={`/libraries/${id}#proof`} className="link">
                    {label}
                  </Link>
                </th>
                <td>
                  <LevelBadge level={level} />
                </td>
                <td className="min-w-48">{against ?? <span className="text-soft">{reason ?? 'symbols not checked'}</span>}</td>
                <td className="whitespace-nowrap">{date ?? ''}</td>
                <Count n={blocks.runs} />
                <Count n={blocks.names} />
                <Count n={blocks.literals} />
                <Count n={models} />
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

function Count({ n }: { n: number }) {
  return <td className={n === 0 ? 'text-right text-soft' : 'text-right'}>{n}</td>
}

/** Explains the levels. Each includes the ones before it. */
export function ProofLegend() {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm text-soft sm:grid-cols-[auto_1fr]">
      <dt className="font-semibold text-ink">Values escaped</dt>
      <dd>The parser of its language takes it, and every value in it reads back as the value, for ordinary and hostile metadata.</dd>
      <dt className="font-semibold text-sea">Symbols checked</dt>
      <dd>Every module, attribute, keyword argument and command is in the source of the library’s current release.</dd>
      <dt className="font-semibold text-good">Runs</dt>
      <dd>It was run as printed, against this hub software with tiny weights.</dd>
    </dl>
  )
}
