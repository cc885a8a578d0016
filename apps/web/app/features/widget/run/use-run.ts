import { useEffect, useRef, useState } from 'react'

/** How far a file is: bytes. */
export interface FileProgress {
  readonly path: string
  readonly loaded: number
  readonly total: number | null
}

/** A run as the widget shows it. */
export type RunState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly what: string; readonly files: readonly FileProgress[] }
  /** `text` is what has been written so far. */
  | { readonly phase: 'running'; readonly text: string }
  | { readonly phase: 'done'; readonly value: unknown; readonly where: string; readonly milliseconds: number }
  | { readonly phase: 'failed'; readonly message: string; readonly text: string }
  | { readonly phase: 'stopped'; readonly text: string }

/** What a run tells while it is under way. */
export interface RunNews {
  file(progress: FileProgress): void
  /** The model is there: now it computes. */
  running(): void
  text(piece: string): void
}

export interface Outcome {
  /** The answer, in the form that the hub's inference API gives for the task; pictures and sounds are blobs. */
  readonly value: unknown
  /** In words: `in this browser (WebAssembly)`. */
  readonly where: string
  /** Without loading the model. */
  readonly milliseconds: number
}

/** One run. @throws {Error} in words for people */
export type Execute = (news: RunNews, signal: AbortSignal) => Promise<Outcome>

/** The one run of a widget: the next one ends the one before, and leaving the page ends it, too. */
export function useRun() {
  const [state, setState] = useState<RunState>({ phase: 'idle' })
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  /**
   * @param what is loaded first, in words
   * @returns what came of it; `null` when it was stopped, or failed
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
      const news: RunNews = {
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
