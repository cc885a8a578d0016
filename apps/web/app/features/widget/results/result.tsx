import type { ReactNode } from 'react'
import type { RunState } from '../run/use-run.ts'
import { sentencesOf, type WidgetInputs } from '../widget-inputs.ts'
import { asLabels, asMedia, asObjects, asSegments, asSpans, asText, asVector } from './answer-shapes.ts'
import { Bars } from './bars.tsx'
import { Boxes } from './boxes.tsx'
import { MadePicture, MadeSound } from './made-media.tsx'
import { Segments } from './segments.tsx'
import { Spans } from './spans.tsx'
import { Vector } from './vector.tsx'
import { Written } from './written.tsx'

/** The result of a run, rendered for its task. */
export function Result({ task, state, inputs }: { task: string; state: RunState; inputs: WidgetInputs }) {
  const drawn =
    state.phase === 'done' ? (
      draw(task, state.value, inputs)
    ) : (state.phase === 'running' || state.phase === 'stopped' || state.phase === 'failed') && state.text !== '' ? (
      <Written text={state.text} prompt={promptOf(task, inputs)} isOpen={state.phase === 'running'} />
    ) : null
  if (drawn === null) return null
  return (
    <section aria-label="Result" className="border-t border-line px-4 py-3">
      {drawn}
    </section>
  )
}

/** The prompt is shown for models that continue a text, but not for models that answer one. */
function promptOf(task: string, inputs: WidgetInputs): string {
  return task === 'text-generation' ? inputs.text : ''
}

function draw(task: string, value: unknown, inputs: WidgetInputs): ReactNode {
  switch (task) {
    case 'token-classification':
      return <Spans text={inputs.text} spans={asSpans(value)} />
    case 'sentence-similarity':
      return <Bars rows={sentencesOf(inputs).map((label, i) => ({ label, score: Number((value as number[])[i] ?? 0) }))} />
    case 'object-detection':
    case 'zero-shot-object-detection':
      return <Boxes media={inputs.image} objects={asObjects(value)} />
    case 'image-segmentation':
      return <Segments media={inputs.image} segments={asSegments(value)} />
    case 'feature-extraction':
    case 'image-feature-extraction':
      return <Vector values={asVector(value)} />
  }
  const media = asMedia(value)
  if (media !== null) return media.type.startsWith('audio/') ? <MadeSound blob={media} /> : <MadePicture blob={media} />
  const text = asText(value)
  if (text !== null) return <Written text={text} prompt={promptOf(task, inputs)} isOpen={false} />
  const labels = asLabels(value)
  if (labels !== null) return <Bars rows={labels} />
  return (
    <pre tabIndex={0} role="region" aria-label="Answer" className="code-well code-lines">
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
