import type { HashMessage } from './hash-file.worker.ts'

/** Computes the SHA-256 of a file in a worker, so that the page stays responsive. */
export function hashFile(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<string> {
  const worker = new Worker(new URL('./hash-file.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const onAbort = () => reject(new DOMException('Canceled', 'AbortError'))
  signal.addEventListener('abort', onAbort)
  worker.onerror = (event) => reject(new Error(event.message || 'The file could not be read'))
  worker.onmessage = ({ data }: MessageEvent<HashMessage>) => {
    if ('hashed' in data) onProgress(data.hashed)
    else if ('error' in data) reject(new Error(data.error))
    else resolve(data.sha256)
  }
  worker.postMessage(file)
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    worker.terminate()
  })
}
