import type { Span } from './answer-shapes.ts'

/** A text with the model's spans highlighted. Offsets are UTF-16 code units of the text. */
export function Spans({ text, spans }: { text: string; spans: readonly Span[] }) {
  if (spans.length === 0) return <p className="text-soft">The model found nothing to name.</p>
  const pieces: { key: number; text: string; span: Span | null }[] = []
  let at = 0
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < at || span.end <= span.start) continue
    if (span.start > at) pieces.push({ key: at, text: text.slice(at, span.start), span: null })
    pieces.push({ key: span.start, text: text.slice(span.start, span.end), span })
    at = span.end
  }
  if (at < text.length) pieces.push({ key: at, text: text.slice(at), span: null })
  return (
    <p className="leading-9">
      {pieces.map(({ key, text: piece, span }) =>
        span === null ? (
          <span key={key}>{piece}</span>
        ) : (
          <mark key={key} title={span.score.toFixed(3)} className="rounded border border-sea bg-sheet px-1.5 py-0.5 text-ink">
            {piece} <span className="text-xs font-semibold text-sea">{span.type}</span>
          </mark>
        ),
      )}
    </p>
  )
}
