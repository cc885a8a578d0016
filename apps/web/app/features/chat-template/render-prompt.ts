import type { PromptAnswer, PromptQuestion } from './render-prompt.worker.ts'

/** A template may loop without end. Milliseconds. */
const longest = 3_000

/**
 * Renders a chat template beside the page, and gives up on one that does not end. Templates are code of strangers: they reach nothing but what they
 * are given.
 * @throws {DOMException} `AbortError` when the signal is aborted
 */
export function renderPrompt(question: PromptQuestion, signal: AbortSignal): Promise<PromptAnswer> {
  const worker = new Worker(new URL('./render-prompt.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<PromptAnswer>()
  const onAbort = () => reject(new DOMException('Canceled', 'AbortError'))
  signal.addEventListener('abort', onAbort)
  const timer = setTimeout(() => resolve({ error: `The template did not end within ${longest / 1000} seconds.` }), longest)
  worker.onerror = (event) => resolve({ error: event.message || 'The template could not be rendered.' })
  worker.onmessage = ({ data }: MessageEvent<PromptAnswer>) => resolve(data)
  worker.postMessage(question)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    worker.terminate()
  })
}
