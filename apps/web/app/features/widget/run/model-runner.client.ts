import type { RunEvent, RunQuestion } from './protocol.ts'

/** A model in a web worker, loaded on the first run and kept until `stop`. */
export interface ModelRunner {
  /**
   * Runs the model once. One run at a time.
   * @returns the event that ends it
   * @throws {DOMException} `AbortError` when the signal is aborted. This terminates the worker and frees its memory, since nothing else interrupts
   * it.
   */
  run(question: RunQuestion, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<Ending>
  /** Terminates the worker and frees its memory. */
  stop(): void
}

export type Ending = Extract<RunEvent, { type: 'result' | 'error' | 'rate' }>

/** Creates a runner. @param withoutCard for models that the graphics card cannot compute */
export function createModelRunner(withoutCard = false): ModelRunner {
  let worker: Worker | null = null
  const stop = () => {
    worker?.terminate()
    worker = null
  }
  const ask = (question: RunQuestion, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<Ending> => {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Ending>()
    const current = (worker ??= startWorker(withoutCard))
    const onAbort = () => {
      stop()
      reject(new DOMException('Canceled', 'AbortError'))
    }
    signal.addEventListener('abort', onAbort)
    current.onerror = ({ message }) => {
      stop()
      resolve({ type: 'error', message: message || 'The model could not be run in this browser.' })
    }
    current.onmessage = ({ data }: MessageEvent<RunEvent>) => {
      onEvent(data)
      if (data.type === 'result' || data.type === 'error' || data.type === 'rate') resolve(data)
    }
    current.postMessage(question)
    return promise.finally(() => signal.removeEventListener('abort', onAbort))
  }
  return { run: ask, stop }
}

function startWorker(withoutCard: boolean): Worker {
  // onnx-runtime.ts reads the name.
  return withoutCard
    ? new Worker(new URL('./run.worker.ts', import.meta.url), { type: 'module', name: 'wasm' })
    : new Worker(new URL('./run.worker.ts', import.meta.url), { type: 'module' })
}
