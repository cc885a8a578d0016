import type { CellValue, TableCell, TableColumn } from '@portolan/hub'
import { formatBytes } from '../../lib/format.ts'
import { isTime, shortNumber, shortTime } from './cell-text.ts'

/** A value of a dataset. Everything is shown as text except images and audio. */
export function CellView({ cell, column, filesPath }: { cell: TableCell; column: TableColumn; filesPath: string }) {
  if (cell.media) return <MediaView cell={cell} media={cell.media} filesPath={filesPath} />
  const { value } = cell
  if (value === null) return <span className="text-soft italic">null</span>
  const className = column.classes?.[Number(value)]
  if (className !== undefined && typeof value === 'number') {
    return (
      <>
        {className} <span className="text-soft">({value})</span>
      </>
    )
  }
  if (typeof value === 'number') {
    return (
      <span className="tabular-nums" title={String(value)}>
        {shortNumber(value)}
      </span>
    )
  }
  if (typeof value === 'string' && isTime(column.type)) {
    return (
      <time dateTime={value} title={value} className="whitespace-nowrap tabular-nums">
        {shortTime(value)}
      </time>
    )
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return <LongText text={text} cut={cell.cut === true} isCode={typeof value !== 'string'} />
}

const shortText = 160

function LongText({ text, cut, isCode }: { text: string; cut: boolean; isCode: boolean }) {
  const style = isCode ? 'font-mono text-xs' : ''
  if (text.length <= shortText && !cut) return <span className={`${style} whitespace-pre-wrap`}>{text === '' ? <Nothing /> : text}</span>
  return (
    <details className="group/cell">
      <summary className={`${style} cursor-pointer whitespace-pre-wrap`}>
        <span className="group-open/cell:hidden">{text.slice(0, shortText)}…</span>
        <span className="hidden text-soft group-open/cell:inline">Show less</span>
      </summary>
      <span className={`${style} block whitespace-pre-wrap`}>{text}</span>
      {cut ? <span className="block text-xs text-soft">There is more in the file than is shown here.</span> : null}
    </details>
  )
}

function Nothing() {
  return <span className="text-soft italic">empty text</span>
}

function MediaView({ cell, media, filesPath }: { cell: TableCell; media: NonNullable<TableCell['media']>; filesPath: string }) {
  const name = nameOf(cell.value)
  const src = media.path === undefined ? media.src : filesPath + media.path.split('/').map(encodeURIComponent).join('/')
  if (src === undefined || media.kind === 'binary') {
    return (
      <span className="text-soft">
        {name} {formatBytes(media.bytes)}
        {media.kind === 'binary' ? ' of data' : ', too large to show here'}
      </span>
    )
  }
  return (
    <figure className="grid gap-1">
      {media.kind === 'image' ? (
        <img
          src={src}
          alt={name === '' ? 'Picture' : name}
          loading="lazy"
          className="max-h-40 min-h-8 max-w-60 min-w-8 rounded border border-line object-contain [image-rendering:auto]"
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings of a dataset have none
        <audio src={src} controls preload="none" aria-label={name === '' ? 'Sound' : name} className="h-9 w-56 max-w-full" />
      )}
      {name === '' ? null : (
        <figcaption className="max-w-60 truncate text-xs text-soft" title={name}>
          {name}
        </figcaption>
      )}
    </figure>
  )
}

function nameOf(value: CellValue): string {
  return typeof value === 'string' ? value : ''
}
