import { formatBytes } from '../../../lib/format.ts'
import { Progress } from '../../../ui/progress.tsx'
import type { RunState } from './use-run.ts'

/** The status of a run: the files being loaded, how long it took, or the error. */
export function RunStatus({ state }: { state: RunState }) {
  if (state.phase === 'idle') return null
  return (
    <div className="border-t border-line px-4 py-2.5 text-sm">
      <p role="status" className={state.phase === 'failed' ? 'font-medium text-bad' : 'text-soft'}>
        {statusText(state)}
      </p>
      {state.phase === 'failed' ? <p className="mt-1 font-mono text-xs [overflow-wrap:anywhere]">{state.message}</p> : null}
      {state.phase === 'loading' ? (
        <ul className="mt-1.5 grid gap-1.5">
          {state.files.map(({ path, loaded, total }) => (
            <li key={path} className="grid gap-0.5">
              <span className="flex flex-wrap justify-between gap-x-3 text-xs">
                <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{path}</span>
                <span className="tabular-nums">
                  {formatBytes(loaded)}
                  {total === null ? '' : ` of ${formatBytes(total)}`}
                </span>
              </span>
              <Progress label={path} value={total === null ? null : Math.min(1, loaded / total)} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function statusText(state: Exclude<RunState, { phase: 'idle' }>): string {
  switch (state.phase) {
    case 'loading':
      return state.files.length === 0 ? state.what : 'Loading the model from this hub …'
    case 'running':
      return 'Running …'
    case 'done':
      return `Ran ${state.where} in ${seconds(state.milliseconds)}.`
    case 'failed':
      return state.text === '' ? 'The model did not run.' : 'The model did not run to its end.'
    case 'stopped':
      return 'Stopped.'
  }
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
