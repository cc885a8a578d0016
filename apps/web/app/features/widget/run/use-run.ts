import { useEffect, useRef, useState } from 'react'

/** Download progress of a file, in bytes. */
export interface FileProgress {
  readonly path: string
  readonly loaded: number
  readonly total: number | null
}

/** The state of a run as the widget shows it. */
export type RunState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly what: string; readonly files: readonly FileProgress[] }
  /** `text` is the text generated so far. */
  | { readonly phase: 'running'; readonly text: string }
  | { readonly phase: 'done'; readonly value: unknown; readonly where: string; readonly milliseconds: number }
  | { readonly phase: 'failed'; readonly message: string; readonly text: string }
  | { readonly phase: 'stopped'; readonly text: string }

/** Callbacks for the progress of a run. */
export interface RunCallbacks {
  file(progress: FileProgress): void
  /** The model is loaded and the computation starts. */
  running(): void
  text(piece: string): void
}

export interface Outcome {
  /** The result in the format of the hub's inference API for the task; images and audio are blobs. */
  readonly value: unknown
  /** As text: `in this browser (WebAssembly)`. */
  readonly where: string
  /** Excludes loading the model. */
  readonly milliseconds: number
}

/** Executes one run. @throws {Error} with a message for users */
export type Execute = (news: RunCallbacks, signal: AbortSignal) => Promise<Outcome>

/** Manages the widget's single run: starting a run aborts the previous one, and so does leaving the page. */
export function useRun() {
  const [state, setState] = useState<RunState>({ phase: 'idle' })
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  /**
   * Starts a run.
   * @param what description of what is loaded first
   * @returns the outcome; `null` when it was stopped or failed
   */
  const start = async (execute: Execute, what: string): Promise<Outcome | null> => {
    controller.current?.abort()
    const own = (controller.current = new AbortController())
    const files = new Map<string, FileProgress>()
    let text = ''
    const set = (next: RunState) => {
      if (!own.signal.aborted) setState(next)
    }
    set({ phase: 'loading', what, files: [] })
    try {
      const news: RunCallbacks = {
        file(progress) {
          files.set(progress.path, progress)
          set({ phase: 'loading', what, files: [...files.values()] })
        },
        running: () => set({ phase: 'running', text }),
        text(piece) {
          text += piece
          set({ phase: 'running', text })
        },
      }
      const outcome = await execute(news, own.signal)
      set({ phase: 'done', ...outcome })
      return own.signal.aborted ? null : outcome
    } catch (error) {
      if (own.signal.aborted) setState((now) => (controller.current === own ? { phase: 'stopped', text } : now))
      else set({ phase: 'failed', message: error instanceof Error ? error.message : String(error), text })
      return null
    }
  }
  const stop = () => controller.current?.abort()
  const reset = () => {
    stop()
    controller.current = null
    setState({ phase: 'idle' })
  }
  return { state, start, stop, reset }
}
