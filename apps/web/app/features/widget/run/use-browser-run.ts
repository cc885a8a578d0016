import { useCallback, useEffect, useRef, useState } from 'react'
import type { BrowserDevice } from '@portolan/tasks'
import { createModelRunner, type ModelRunner } from './model-runner.client.ts'
import type { RunEvent, RunQuestion } from './protocol.ts'

/** How far a file is: bytes. */
export interface FileProgress {
  readonly path: string
  readonly loaded: number
  readonly total: number | null
}

/** A run as the widget shows it. */
export type RunState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly device: BrowserDevice | null; readonly files: readonly FileProgress[] }
  /** `text` is what has been written so far. */
  | { readonly phase: 'running'; readonly text: string }
  | { readonly phase: 'done'; readonly value: unknown; readonly where: string; readonly milliseconds: number }
  | { readonly phase: 'failed'; readonly message: string }
  | { readonly phase: 'stopped'; readonly text: string }

const deviceNames: Record<BrowserDevice, string> = {
  webgpu: 'in this browser, on its graphics card (WebGPU)',
  wasm: 'in this browser (WebAssembly)',
}

/** Prepares a question; a second time at another rate, when the model hears sound at that one. */
export type Prepare = (rate: number) => Promise<RunQuestion>

/** The rate at which sound is decoded first: that of nearly every speech model. */
const usualRate = 16_000

/** Runs a model in this browser. The worker ends when the page is left. */
export function useBrowserRun() {
  const [state, setState] = useState<RunState>({ phase: 'idle' })
  const runner = useRef<ModelRunner | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      controller.current?.abort()
      runner.current?.stop()
    },
    [],
  )

  const start = useCallback(async (prepare: Prepare) => {
    controller.current?.abort()
    const own = (controller.current = new AbortController())
    runner.current ??= createModelRunner()
    let device: BrowserDevice | null = null
    let text = ''
    const files = new Map<string, FileProgress>()
    const set = (next: RunState) => {
      if (!own.signal.aborted) setState(next)
    }
    const onEvent = (event: RunEvent) => {
      switch (event.type) {
        case 'device':
          device = event.device
          return
        case 'file':
          files.set(event.path, event)
          return set({ phase: 'loading', device, files: [...files.values()] })
        case 'loaded':
          return set({ phase: 'running', text })
        case 'text':
          text += event.text
          return set({ phase: 'running', text })
        case 'result':
        case 'rate':
        case 'error':
        // They end the run, below.
      }
    }
    set({ phase: 'loading', device: null, files: [] })
    try {
      let end = await runner.current.run(await prepare(usualRate), onEvent, own.signal)
      if (end.type === 'rate') end = await runner.current.run(await prepare(end.rate), onEvent, own.signal)
      if (end.type === 'result')
        set({ phase: 'done', value: end.value, where: deviceNames[device ?? 'wasm'], milliseconds: end.milliseconds })
      else
        set({ phase: 'failed', message: end.type === 'error' ? end.message : 'The sound could not be brought to the rate of the model.' })
    } catch (error) {
      if (own.signal.aborted) setState({ phase: 'stopped', text })
      else set({ phase: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }, [])
  const stop = useCallback(() => controller.current?.abort(), [])
  return { state, start, stop }
}
