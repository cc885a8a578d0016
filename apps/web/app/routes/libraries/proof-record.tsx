import { Fragment } from 'react'
import { Link } from 'react-router'
import { LevelBadge } from '../../features/proof/level-badge.tsx'
import type { LibraryPage } from './library-page.server.ts'
import { ProofLegend } from './proof-overview.tsx'

type Checked = Pick<LibraryPage, 'label' | 'hasCode' | 'record' | 'level' | 'against' | 'date' | 'reason'>

/** The proofs of a library's code, block by block. */
export function ProofRecord({ page }: { page: Checked }) {
  return (
    <section id="proof" aria-labelledby="proof-title" className="min-w-0 scroll-mt-4">
      <h2 id="proof-title" className="display mb-2 text-2xl">
        What was checked
      </h2>
      <Summary page={page} />
      {page.record.length > 0 ? (
        <div tabIndex={0} role="region" aria-label="Record of checks" className="sheet mt-3 max-h-[36rem] overflow-auto">
          <table className="w-full border-collapse text-left text-sm tabular-nums [&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-1.5">
            <thead className="text-xs text-soft">
              <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:bg-sheet [&>th]:font-normal">
                <th scope="col">Block</th>
                <th scope="col">Level</th>
                <th scope="col">Against</th>
                <th scope="col" className="text-right">
                  Symbols found
                </th>
                <th scope="col" className="text-right">
                  Unverifiable
                </th>
                <th scope="col">Day</th>
              </tr>
            </thead>
            <tbody>
              {page.record.map(({ block, level, against, names, open, date }) => (
                <tr key={block} className="border-t border-line">
                  <th scope="row" className="min-w-28 font-mono text-xs font-normal [overflow-wrap:anywhere]">
                    {block.split(':').map((part, index) => (
                      <Fragment key={index}>
                        {index > 0 ? ':' : ''}
                        {index > 0 ? <wbr /> : null}
                        {part}
                      </Fragment>
                    ))}
                  </th>
                  <td>
                    <LevelBadge level={level} />
                  </td>
                  <td className="whitespace-nowrap">{against ?? ''}</td>
                  <td className="text-right">{names ?? ''}</td>
                  <td className="text-right">{open ?? ''}</td>
                  <td className="whitespace-nowrap">{date}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <details className="mt-3">
        <summary className="w-fit text-sm text-soft underline decoration-dotted">What the levels mean</summary>
        <div className="mt-2">
          <ProofLegend />
        </div>
      </details>
    </section>
  )
}

function Summary({ page: { label, hasCode, record, level, against, date, reason } }: { page: Checked }) {
  if (!hasCode)
    return (
      <p className="max-w-prose">
        {label} documents no call that loads a repository of a hub, or none that we could write down. Its models are fetched as files, with
        code that was{' '}
        <Link to="/libraries?view=proof" className="link">
          run against this hub software
        </Link>
        .
      </p>
    )
  if (level === 'none') return <p className="max-w-prose">Nobody has checked its code yet.</p>
  return (
    <p className="max-w-prose">
      {reason === null ? '' : `Its symbols could not be checked. ${reason} `}
      {level === 'literals' || level === 'parses'
        ? `Its code parses, and every value in it arrives intact, for ordinary and hostile metadata${date === null ? '' : ` (${date})`}.`
        : `Each block was looked up in ${against ?? 'the current release'}: every module, attribute, keyword argument and command in it is there${record.some(({ level: own }) => own === 'runs') ? ', and blocks marked so were run' : ''}.`}
      {record.some(({ open }) => open !== null && open > 0)
        ? ' Unverifiable from source are symbols of compiled code, of packages that were not fetched, and behind functions that do not say what they return.'
        : ''}
    </p>
  )
}
