import { useSyncExternalStore } from 'react'
import type { CallQuestion } from './call-question.ts'

/*
 * What the widget would call now, for the panel beside it. The two stand in different columns, and the widget is loaded late: it tells here.
 */
let current: { readonly model: string; readonly question: CallQuestion } | null = null
const listeners = new Set<() => void>()

export function setCall(model: string, question: CallQuestion | null): void {
  current = question === null ? null : { model, question }
  for (const listener of listeners) listener()
}

/** The call of the model's widget; `null` while there is none, or its fields are not filled in. */
export function useCall(model: string): CallQuestion | null {
  const told = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
  return told?.model === model ? told.question : null
}
