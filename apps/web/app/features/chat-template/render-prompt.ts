import type { PromptAnswer, PromptQuestion } from './render-prompt.worker.ts'

/** Render timeout, because a template may loop forever. Milliseconds. */
const longest = 3_000

/**
 * Renders a chat template in a worker, and stops one that does not terminate. Templates are untrusted code: they can only access what is passed in.
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
