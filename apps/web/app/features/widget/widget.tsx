import { useId, useState, useSyncExternalStore } from 'react'
import { Play, Square } from 'lucide-react'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../lib/format.ts'
import { InputFields } from './fields/input-fields.tsx'
import { ParameterFields, startValues, type ParameterValues, sentParameters } from './fields/parameter-fields.tsx'
import { Result } from './results/result.tsx'
import { browserQuestion } from './run/question.ts'
import { RunStatus } from './run/run-status.tsx'
import { useBrowserRun } from './run/use-browser-run.ts'
import { SamplePick } from './fields/sample-pick.tsx'
import { taskForm } from './task-form.ts'
import type { WidgetData } from './widget-data.server.ts'
import { missingFields, noInputs, type WidgetInputs } from './widget-inputs.ts'

/** The form of a task, a run of it, and its result. */
export default function Widget({ data }: { data: WidgetData }) {
  const form = taskForm(data.isChat ? 'conversational' : data.task) ?? { fields: [], parameters: [] }
  const [inputs, setInputs] = useState<WidgetInputs>(() => ({ ...noInputs, ...data.samples[0]?.inputs }))
  const [values, setValues] = useState<ParameterValues>(() => startValues(form.parameters))
  const [ran, setRan] = useState<WidgetInputs | null>(null)
  const { state, start, stop } = useBrowserRun()
  const status = useId()
  const isAwake = useSyncExternalStore(noChange, onPage, onServer)
  const missing = missingFields(form.fields, inputs)
  const isBusy = state.phase === 'loading' || state.phase === 'running'
  if ('reason' in data.browser) return <CannotRun reason={data.browser.reason} />
  const { bytes } = data.browser
  const run = () => {
    if (isBusy || missing.length > 0) return
    setRan(inputs)
    const parameters = sentParameters(form.parameters, values)
    void start((rate) => browserQuestion(data, inputs, parameters, rate)).then(() => announce('The run has ended'))
  }
  return (
    <form
      className="border-t border-line"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      {/* What is typed before the script is there would be lost. */}
      <fieldset disabled={!isAwake} className="grid min-w-0 gap-3 px-4 py-3">
        <legend className="sr-only">Input</legend>
        {data.samples.length > 1 ? <SamplePick samples={data.samples} onPick={(sample) => setInputs({ ...noInputs, ...sample })} /> : null}
        {data.noSample === null ? null : <p className="text-sm text-soft">{data.noSample}</p>}
        <InputFields form={form} inputs={inputs} onChange={(change) => setInputs((old) => ({ ...old, ...change }))} />
        {form.parameters.length > 0 ? <ParameterFields fields={form.parameters} values={values} onChange={setValues} /> : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {isBusy ? (
            <Button key="stop" onClick={stop}>
              <Square size={16} aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button key="run" type="submit" look="primary" disabled={missing.length > 0} aria-describedby={status}>
              <Play size={16} aria-hidden="true" />
              Run in this browser
            </Button>
          )}
          <p id={status} className="min-w-0 text-sm text-soft">
            {state.phase === 'idle' ? `Loads ${formatBytes(bytes)} of weights from this hub; what you enter stays here.` : null}
            <noscript>Running it needs JavaScript, which is off.</noscript>
          </p>
        </div>
      </fieldset>
      <RunStatus state={state} />
      <Result task={data.isChat ? 'conversational' : data.task} state={state} inputs={ran ?? inputs} />
    </form>
  )
}

const noChange = () => () => {}
const onPage = () => true
const onServer = () => false

function CannotRun({ reason }: { reason: string }) {
  return <p className="border-t border-line px-4 py-3 text-sm text-soft">This model cannot run in the browser: {reason}.</p>
}
