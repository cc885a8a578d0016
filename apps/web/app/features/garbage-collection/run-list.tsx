import type { GcRunView } from '@portolan/pages'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { freedWords, RunFigures } from './run-figures.tsx'

/** The latest runs and dry runs, newest first; each expands to its figures. */
export function RunList({ runs }: { runs: readonly GcRunView[] }) {
  if (runs.length === 0) return <Empty title="It has not run yet" />
  return runs.map(({ id, isDry, startedAt, seconds, state, figures, error }) => (
    <details key={id} className="sheet px-4 py-3">
      <summary className="flex flex-wrap items-center gap-x-4">
        <Time iso={startedAt} form="minute" />
        {isDry ? <Badge>look</Badge> : null}
        {state === 'done' && isDry ? null : <span>{state === 'done' ? freedWords(figures) : state}</span>}
        {seconds === null ? null : (
          <span className="text-soft">
            {seconds.toFixed(1)} s{state === 'running' ? ' so far' : ''}
          </span>
        )}
      </summary>
      <div className="mt-3">
        {error ? <p className="break-words text-bad">{error}</p> : null}
        {figures ? <RunFigures figures={figures} label={`Run ${id}`} isDry={isDry} /> : null}
        {state === 'running' ? <p className="text-soft">Its figures stand here when it has ended.</p> : null}
      </div>
    </details>
  ))
}
