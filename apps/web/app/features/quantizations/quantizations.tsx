import { Link } from 'react-router'
import { formatBytes } from '../../lib/format.ts'
import { CopyName } from './copy-name.tsx'
import type { QuantizationRow, QuantizationTable } from './quantization-rows.server.ts'

/** A model's GGUF files, largest first, with the disk space and memory each requires. Rows are complete without JavaScript. */
export function Quantizations({
  table,
  filesPath,
  toFile,
}: {
  table: QuantizationTable
  filesPath: string
  /** URL of the page with code that loads the file. */
  toFile?: (path: string) => string
}) {
  const { rows, more, context } = table
  const isNominal = rows.some(({ bits }) => bits?.isNominal)
  const needs = rows.flatMap(({ memory }) => memory ?? [])
  return (
    <section aria-labelledby="quantizations" className="sheet min-w-0">
      <h2 id="quantizations" className="panel-title px-4 pt-3 pb-2">
        Quantizations
      </h2>
      {/* Focusable, so that the keyboard can scroll a long table. */}
      <div tabIndex={0} role="region" aria-label="Table of quantizations" className="max-h-[32rem] overflow-auto border-y border-line">
        <table className="w-full border-collapse text-left text-sm">
          <thead className="text-xs text-soft">
            <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:bg-sheet [&>th]:py-2 [&>th]:font-normal">
              <th scope="col" className="pr-2 pl-4">
                File
              </th>
              <th scope="col" className="px-2 text-right">
                Size
              </th>
              <th scope="col" className="px-2 text-right">
                <abbr title="Bits per weight" className="no-underline">
                  Bits
                </abbr>
              </th>
              <th scope="col" className="pr-4 pl-2 text-right">
                Memory
              </th>
            </tr>
          </thead>
          {rows.map((row) => (
            <Row key={row.files[0]?.path} row={row} toFile={toFile} />
          ))}
        </table>
      </div>
      <div className="grid gap-1 px-4 py-2.5 text-xs text-soft">
        {more > 0 ? (
          <p>
            {more} more are among the{' '}
            <Link to={filesPath} className="link">
              files
            </Link>
            .
          </p>
        ) : null}
        <p>
          Bits: size by the number of weights{isNominal ? '; ≈ is what such files usually have, where the weights are not counted' : ''}.
        </p>
        {needs.length > 0 ? (
          <p>
            Memory: an estimate of weights, up to {context.toLocaleString('en')} tokens of context and buffers, and the smallest graphics
            card that holds them{needs.some(({ isGuess }) => isGuess) ? '; ≈ where the shape of the layers is guessed' : ''}.
          </p>
        ) : null}
      </div>
    </section>
  )
}

const roles = { model: null, projector: 'Projector for pictures or sound', imatrix: 'Importance matrix' } as const

/** The figures, with the file name below across the full table width, because it may be long. */
function Row({ row, toFile }: { row: QuantizationRow; toFile: ((path: string) => string) | undefined }) {
  const { label, role, files, sizeBytes, missingCount, bits, memory } = row
  const [first] = files
  return (
    <tbody className="border-t border-line [&_td]:align-baseline [&_td]:whitespace-nowrap [&_td]:tabular-nums">
      <tr className="[&>*]:pt-2 [&>*]:align-baseline">
        <th scope="row" className="w-full pr-2 pl-4 font-semibold">
          {label ?? 'Not named'}
          {roles[role] === null ? null : <span className="ml-2 text-xs font-normal text-soft">{roles[role]}</span>}
        </th>
        <td className="px-2 text-right">
          {formatBytes(sizeBytes)}
          {missingCount > 0 ? <span className="block text-xs text-soft">so far</span> : null}
        </td>
        <td className="px-2 text-right">{bits ? <Figure isRough={bits.isNominal} text={bits.value.toFixed(2)} /> : <Unknown />}</td>
        <td className="pr-4 pl-2 text-right">
          {memory ? (
            <>
              <Figure isRough={memory.isGuess} text={formatMemory(memory.bytes)} />
              <span className="block text-xs text-soft">{memory.card === null ? 'several cards' : `${memory.card} GB card`}</span>
            </>
          ) : (
            <Unknown />
          )}
        </td>
      </tr>
      <tr>
        <td colSpan={4} className="px-4 pb-2 !whitespace-normal">
          {first ? (
            <span className="flex items-start gap-1">
              <Link to={first.to} className="link min-w-0 pt-0.5 font-mono text-xs [overflow-wrap:anywhere]">
                {first.path}
              </Link>
              <CopyName path={first.path} />
              {toFile && role === 'model' && missingCount === 0 ? (
                <Link
                  to={toFile(first.path)}
                  replace
                  aria-label={`Code for ${first.path}`}
                  className="link ml-auto pt-0.5 text-xs whitespace-nowrap"
                >
                  Code
                </Link>
              ) : null}
            </span>
          ) : null}
          <Parts row={row} />
        </td>
      </tr>
    </tbody>
  )
}

/** The files of a set, and the missing ones. */
function Parts({ row: { files, shardCount, missing, missingCount } }: { row: QuantizationRow }) {
  if (shardCount === 1) return null
  return (
    <>
      {missingCount > 0 ? (
        <span className="block text-xs text-warn">
          {missingCount === 1 ? 'Part' : 'Parts'} {missing.join(', ')}
          {missingCount > missing.length ? ', …' : ''} of {shardCount} {missingCount === 1 ? 'is' : 'are'} missing
        </span>
      ) : null}
      <details className="mt-0.5 text-xs">
        <summary className="w-fit text-soft underline decoration-dotted">
          {missingCount > 0 ? `${shardCount - missingCount} of ${shardCount} parts` : `In ${shardCount} parts`}
        </summary>
        <ul className="mt-1 grid gap-1">
          {files.map(({ path, to, sizeBytes }) => (
            <li key={path}>
              <Link to={to} className="link font-mono [overflow-wrap:anywhere]">
                {path}
              </Link>{' '}
              <span className="text-soft">{formatBytes(sizeBytes)}</span>
            </li>
          ))}
          {shardCount - missingCount > files.length ? <li className="text-soft">{shardCount - missingCount - files.length} more</li> : null}
        </ul>
      </details>
    </>
  )
}

function Figure({ isRough, text }: { isRough: boolean; text: string }) {
  return isRough ? (
    <>
      <span aria-hidden="true">≈ </span>
      <span className="sr-only">about </span>
      {text}
    </>
  ) : (
    text
  )
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true" className="text-soft">
        –
      </span>
      <span className="sr-only">not known</span>
    </>
  )
}

/** Formats memory the way hardware makers count it, in units of 2³⁰ bytes. */
function formatMemory(bytes: number): string {
  const gibi = bytes / 2 ** 30
  return `${gibi < 10 ? gibi.toFixed(1) : gibi.toFixed(0)} GiB`
}
