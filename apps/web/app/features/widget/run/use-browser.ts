import { useEffect, useRef } from 'react'
import type { BrowserDevice } from '@portolan/tasks'
import { createModelRunner, type ModelRunner } from './model-runner.client.ts'
import type { RunEvent, RunQuestion } from './protocol.ts'
import type { Execute } from './use-run.ts'

const deviceNames: Record<BrowserDevice, string> = {
  webgpu: 'in this browser, on its graphics card (WebGPU)',
  wasm: 'in this browser (WebAssembly)',
}

/** The sample rate to try first: the one nearly every speech model uses. */
const usualRate = 16_000

/**
 * Runs models in this browser. Leaving the page terminates the worker with the model.
 * @returns a function that prepares a run; `prepare` is called again if the model expects audio at another rate (samples per second)
 */
export function useBrowser(): (prepare: (rate: number) => Promise<RunQuestion>) => Execute {
  const runner = useRef<ModelRunner | null>(null)
  useEffect(() => () => runner.current?.stop(), [])
  return (prepare) => async (news, signal) => {
    let device = 'wasm' as BrowserDevice
    const onEvent = (event: RunEvent) => {
      if (event.type === 'device') device = event.device
      if (event.type === 'file') news.file(event)
      if (event.type === 'loaded') news.running()
      if (event.type === 'text') news.text(event.text)
    }
    const ask = async () => {
      const { run } = (runner.current ??= createModelRunner())
      const end = await run(await prepare(usualRate), onEvent, signal)
      return end.type === 'rate' ? run(await prepare(end.rate), onEvent, signal) : end
    }
    let end = await ask()
    if (end.type === 'error' && device === 'webgpu') {
      // Some graphics cards cannot compute every model. WebAssembly can, but is slower.
      runner.current?.stop()
      runner.current = createModelRunner(true)
      end = await ask()
    }
    if (end.type === 'error') throw new Error(end.message)
    if (end.type === 'rate') throw new Error('The sound could not be brought to the rate of the model.')
    return { value: end.value, where: deviceNames[device], milliseconds: end.milliseconds }
  }
}
