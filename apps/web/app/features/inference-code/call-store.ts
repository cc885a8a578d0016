import { useSyncExternalStore } from 'react'
import type { CallQuestion } from './call-question.ts'

/*
 * The widget's current call, shared with the code panel. The two are in different columns and the widget is loaded lazily, so it publishes the call
 * here.
 */
let current: { readonly model: string; readonly question: CallQuestion } | null = null
const listeners = new Set<() => void>()

export function setCall(model: string, question: CallQuestion | null): void {
  current = question === null ? null : { model, question }
  for (const listener of listeners) listener()
}

/** Returns the current call of the model's widget; `null` while there is no widget, or its fields are incomplete. */
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
