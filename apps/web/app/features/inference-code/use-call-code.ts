import { useEffect, useState } from 'react'
import { askCode } from './ask-code.ts'
import type { CallData, CallPanelData } from './call-data.server.ts'
import { useCall } from './call-store.ts'
import type { CallAnswer } from './print-call.server.ts'

/** Debounce between typing and updating the code. Milliseconds. */
const rest = 250

/** Returns the code for the widget's current inputs, or for the task's sample while the widget has none. */
export function useCallCode(model: string, data: CallData, panel: CallPanelData) {
  const question = useCall(model)
  const { choice } = panel
  const key = question === null ? null : JSON.stringify([question, data.provider, data.streaming, choice])
  const [fetched, setFetched] = useState<{ key: string; answer: CallAnswer } | { key: string; problem: string } | null>(null)
  const { path, provider, streaming } = data
  useEffect(() => {
    if (question === null || key === null || fetched?.key === key) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      askCode(path, { provider, streaming, question, managers: choice }, controller.signal).then(
        (answer) => setFetched({ key, answer }),
        (error: unknown) => {
          if (!controller.signal.aborted) setFetched({ key, problem: error instanceof Error ? error.message : String(error) })
        },
      )
    }, rest)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, question, path, provider, streaming, choice, fetched?.key])
  return {
    answer: fetched !== null && 'answer' in fetched && key !== null ? fetched.answer : panel.answer,
    problem: fetched !== null && 'problem' in fetched && fetched.key === key ? fetched.problem : null,
    /** The code shown is older than the fields. */
    isBehind: key !== null && fetched?.key !== key,
  }
}
