import { Play, Square } from 'lucide-react'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '../../lib/format.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import type { CallData } from '../inference-code/call-data.server.ts'
import { callQuestion } from '../inference-code/call-question.ts'
import { setCall } from '../inference-code/call-store.ts'
import { InputFields } from './fields/input-fields.tsx'
import { ParameterFields, type ParameterValues, sentParameters, startValues } from './fields/parameter-fields.tsx'
import { SamplePick } from './fields/sample-pick.tsx'
import { type Place, PlaceChoice } from './fields/place-choice.tsx'
import { asText } from './results/answer-shapes.ts'
import { Conversation } from './results/conversation.tsx'
import { Result } from './results/result.tsx'
import { hubRun } from './run/hub-run.ts'
import { browserQuestion } from './run/question.ts'
import { RunStatus } from './run/run-status.tsx'
import { useBrowser } from './run/use-browser.ts'
import { useRun } from './run/use-run.ts'
import { taskForm } from './task-form.ts'
import type { WidgetData } from './widget-data.server.ts'
import { missingFields, noInputs, type Turn, type WidgetInputs } from './widget-inputs.ts'

/** The form of a task, its run, and the result. */
export default function Widget({ data, call }: { data: WidgetData; call: CallData | null }) {
  const hubTask = call?.isChat === true ? 'conversational' : data.task
  const task = data.isChat ? 'conversational' : data.task
  const form = taskForm(task) ?? { fields: [], parameters: [] }
  const isTalk = data.isChat && !form.fields.includes('image')
  const [inputs, setInputs] = useState<WidgetInputs>(() => ({ ...noInputs, ...data.samples[0]?.inputs }))
  const [values, setValues] = useState<ParameterValues>(() => startValues(form.parameters))
  const [asked, setAsked] = useState<WidgetInputs | null>(null)
  const canHere = !('reason' in data.browser)
  const [place, setPlace] = useState<Place>(canHere ? 'browser' : 'hub')
  const { state, start, stop, reset } = useRun()
  const inBrowser = useBrowser()
  const status = useId()
  const isAwake = useSyncExternalStore(noChange, onPage, onServer)
  const missing = missingFields(form.fields, inputs)
  const isBusy = state.phase === 'loading' || state.phase === 'running'
  const parameters = sentParameters(form.parameters, values)
  const question = missing.length > 0 ? null : callQuestion(hubTask, form, inputs, parameters)
  const questionText = JSON.stringify(question)
  useEffect(() => {
    // While a field is empty, for example after a chat response, the code of the last call stays.
    const told = JSON.parse(questionText) as typeof question
    if (told !== null) setCall(data.model, told)
  }, [data.model, questionText])
  useEffect(() => () => setCall(data.model, null), [data.model])

  const canRun = missing.length === 0 && (place === 'browser' ? canHere : call?.mayCall === true)
  const run = () => {
    if (isBusy || !canRun || question === null) return
    setAsked(inputs)
    const execute =
      place === 'hub' && call ? hubRun(call, question, inputs) : inBrowser((rate) => browserQuestion(data, inputs, parameters, rate))
    void start(execute, place === 'hub' ? 'Asking the hub …' : 'Loading what runs the model …').then((outcome) => {
      announce('The run has ended')
      const answer = outcome === null ? null : asText(outcome.value)
      if (!isTalk || answer === null) return
      const said: readonly Turn[] = [...inputs.turns, { role: 'user', content: inputs.text }, { role: 'assistant', content: answer }]
      setInputs((now) => ({ ...now, turns: said, text: now.text === inputs.text ? '' : now.text }))
    })
  }
  return (
    <form
      className="border-t border-line"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      {/* Disabled until hydration: input typed before the script loads would be lost. */}
      <fieldset disabled={!isAwake} className="grid min-w-0 gap-3 px-4 py-3">
        <legend className="sr-only">Input</legend>
        {data.samples.length > 1 ? <SamplePick samples={data.samples} onPick={(sample) => setInputs({ ...noInputs, ...sample })} /> : null}
        {data.noSample === null ? null : <p className="text-sm text-soft">{data.noSample}</p>}
        <InputFields form={form} inputs={inputs} onChange={(change) => setInputs((old) => ({ ...old, ...change }))} />
        {form.parameters.length > 0 ? <ParameterFields fields={form.parameters} values={values} onChange={setValues} /> : null}
        {canHere && call ? <PlaceChoice place={place} onChange={setPlace} /> : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {isBusy ? (
            <Button key="stop" onClick={stop}>
              <Square size={16} aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button key="run" type="submit" look="primary" disabled={!canRun} aria-describedby={status}>
              <Play size={16} aria-hidden="true" />
              {place === 'browser' ? 'Run in this browser' : 'Run on the hub'}
            </Button>
          )}
          <p id={status} className="min-w-0 grow basis-64 text-sm text-soft">
            {place === 'hub' ? <HubHint call={call} /> : state.phase === 'idle' ? browserHint(data.browser) : null}
            {'reason' in data.browser ? ` It does not run in the browser: ${data.browser.reason}.` : null}
            <noscript>Running it needs JavaScript, which is off.</noscript>
          </p>
        </div>
      </fieldset>
      <RunStatus state={state} />
      {isTalk ? (
        <Conversation
          turns={inputs.turns}
          asked={asked?.text ?? ''}
          state={state}
          onNew={() => {
            reset()
            setInputs({ ...noInputs, ...data.samples[0]?.inputs })
          }}
        />
      ) : (
        <Result task={task} state={state} inputs={asked ?? inputs} />
      )}
    </form>
  )
}

function browserHint(browser: WidgetData['browser']): string | null {
  return 'reason' in browser ? null : `Loads ${formatBytes(browser.bytes)} of weights from this hub; what you enter stays here.`
}

function HubHint({ call }: { call: CallData | null }) {
  if (!call) return null
  if (call.mayCall) return 'What you enter is sent to this hub.'
  return (
    <>
      <Link to="/sign-in" className="link">
        Sign in
      </Link>{' '}
      to run models on the hub.
    </>
  )
}

const noChange = () => () => {}
const onPage = () => true
const onServer = () => false
