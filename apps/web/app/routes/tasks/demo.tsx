import type { TaskPage } from '@portolan/pages'
import { ArrowDown } from 'lucide-react'

type Demo = TaskPage['demo']
type Entry = Demo['inputs'][number]

/** One example input and the model's output, below it or, if there is space, next to it. */
export function TaskDemo({ task, demo }: { task: string; demo: Demo }) {
  return (
    <div className="grid items-center gap-4 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <Side title="Input" task={task} entries={demo.inputs} />
      <ArrowDown size={26} aria-hidden="true" className="mx-auto text-accent lg:-rotate-90" />
      <Side title="Output" task={task} entries={demo.outputs} />
    </div>
  )
}

function Side({ title, task, entries }: { title: string; task: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <h3 className="text-sm text-soft">{title}</h3>
      {/* oxlint-disable-next-line react/no-array-index-key -- the list is written down and never changes */}
      {entries.map((entry, i) => (
        <Shown key={i} task={task} entry={entry} title={title} />
      ))}
    </section>
  )
}

function Shown({ task, entry, title }: { task: string; entry: Entry; title: string }) {
  switch (entry.type) {
    case 'img':
      return (
        <img
          src={`/api/tasks/${task}/${entry.filename}`}
          alt={entry.alt}
          width={480}
          height={320}
          loading="lazy"
          className="h-auto w-full rounded-md border border-line"
        />
      )
    case 'audio':
      return (
        <figure>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is heard stands below, for all to read */}
          <audio controls preload="none" src={`/api/tasks/${task}/${entry.filename}`} aria-label={entry.alt} className="w-full" />
          <figcaption className="mt-1 text-sm text-soft">{entry.alt}</figcaption>
        </figure>
      )
    case 'chart':
      return <Chart data={entry.data} />
    case 'tabular':
      return <Cells table={entry.table} label={title} />
    case 'text':
      return (
        <div className="min-w-0">
          {entry.label === '' ? null : <p className="mb-0.5 text-xs text-soft">{entry.label}</p>}
          <p className="rounded-md border border-line bg-well px-3 py-2 whitespace-pre-wrap">{entry.content}</p>
        </div>
      )
    case 'text-with-tokens':
      return <Tokens text={entry.text} tokens={entry.tokens} />
  }
}

function Chart({ data }: { data: readonly { readonly label: string; readonly score: number }[] }) {
  return (
    <ul className="grid gap-2.5">
      {data.map(({ label, score }) => (
        <li key={label}>
          <p className="flex items-baseline justify-between gap-3 text-sm">
            <span className="min-w-0">{label}</span>
            <span className="tabular-nums">{score.toFixed(2)}</span>
          </p>
          <svg aria-hidden="true" className="mt-0.5 h-2 w-full rounded-full bg-line">
            <rect width={`${Math.max(1, score * 100)}%`} height="100%" rx="4" className="fill-sea" />
          </svg>
        </li>
      ))}
    </ul>
  )
}

/** A table that scrolls horizontally if it is too wide, including with the keyboard. */
function Cells({ table, label }: { table: readonly (readonly string[])[]; label: string }) {
  const [head = [], ...rows] = table
  return (
    <div tabIndex={0} role="region" aria-label={`Table: ${label}`} className="sheet overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm tabular-nums [&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-1.5">
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th key={`${cell}${i}`} scope="col" className="font-semibold">
                {cell === '' ? <span className="sr-only">Row</span> : cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')} className="border-t border-line">
              {row.map((cell, i) => (
                <td key={`${cell}${i}`}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Tokens({
  text,
  tokens,
}: {
  text: string
  tokens: readonly { readonly type: string; readonly start: number; readonly end: number }[]
}) {
  const pieces: { key: number; text: string; type: string | null }[] = []
  let at = 0
  for (const { type, start, end } of tokens) {
    if (start > at) pieces.push({ key: at, text: text.slice(at, start), type: null })
    pieces.push({ key: start, text: text.slice(start, end), type })
    at = end
  }
  if (at < text.length) pieces.push({ key: at, text: text.slice(at), type: null })
  return (
    <p className="rounded-md border border-line bg-well px-3 py-2 leading-9">
      {pieces.map((piece) =>
        piece.type === null ? (
          piece.text
        ) : (
          <mark key={piece.key} className="rounded border border-sea bg-sheet px-1.5 py-0.5 text-ink">
            {piece.text} <span className="text-xs font-semibold text-sea">{piece.type}</span>
          </mark>
        ),
      )}
    </p>
  )
}
