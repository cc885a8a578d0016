import type { GcRunView } from '@portolan/pages'
import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { freedWords, RunFigures } from './run-figures.tsx'

/** The status of the latest run or dry run. While it is running the page polls; without scripts there is a link to refresh. */
export function LatestRun({ run }: { run: GcRunView | undefined }) {
  const { search } = useLocation()
  const isRunning = run?.state === 'running'
  useLookAgain(isRunning)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className={run?.state === 'failed' ? 'break-words text-bad' : 'text-soft'}>
          {run ? <Standing run={run} /> : null}
        </p>
        {isRunning ? (
          <LinkButton to={{ search }} small replace preventScrollReset>
            Look again
          </LinkButton>
        ) : null}
      </div>
      {run?.isDry && run.figures ? (
        <Panel title="What a run would do">
          <RunFigures figures={run.figures} label="What a run would do" isDry />
        </Panel>
      ) : null}
    </>
  )
}

function Standing({ run: { isDry, startedAt, seconds, state, figures, error } }: { run: GcRunView }) {
  const began = <Time iso={startedAt} form="minute" />
  const what = isDry ? 'look at what a run would do' : 'run'
  if (state === 'running')
    return (
      <>
        A {what} began on {began} and still goes on, whether or not this page is open.
      </>
    )
  if (state === 'failed')
    return (
      <>
        The last {what} began on {began} and failed: {error}
      </>
    )
  return (
    <>
      The last {what} began on {began} and ended after {(seconds ?? 0).toFixed(1)} s{isDry ? '.' : `: ${freedWords(figures)}.`}
    </>
  )
}

const lookEveryMs = 3_000

function useLookAgain(isRunning: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}
