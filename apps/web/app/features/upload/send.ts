export interface Sending {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly body: Blob | string
  readonly contentType?: string
  readonly signal: AbortSignal
  readonly onProgress?: (sentBytes: number) => void
}

/**
 * Sends a request and reports upload progress, which `fetch` cannot.
 * @throws Error with the hub's own message, `AbortError` when canceled
 */
export function send({ method, url, body, contentType, signal, onProgress }: Sending): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  if (signal.aborted) return Promise.reject(new DOMException('Canceled', 'AbortError'))
  const request = new XMLHttpRequest()
  const onAbort = () => request.abort()
  signal.addEventListener('abort', onAbort)
  request.open(method, url)
  if (contentType !== undefined) request.setRequestHeader('Content-Type', contentType)
  if (onProgress) request.upload.onprogress = (event) => onProgress(event.loaded)
  request.onload = () =>
    request.status >= 200 && request.status < 300 ? resolve(request.responseText) : reject(new Error(messageOf(request)))
  request.onerror = () => reject(new Error('The connection broke. Try again.'))
  request.onabort = () => reject(new DOMException('Canceled', 'AbortError'))
  request.send(body)
  return promise.finally(() => signal.removeEventListener('abort', onAbort))
}

function messageOf(request: XMLHttpRequest): string {
  try {
    const { error } = JSON.parse(request.responseText) as { error?: unknown }
    if (typeof error === 'string') return error
  } catch {
    // Not JSON from the hub: a proxy in between responded.
  }
  return `The hub answered ${request.status} ${request.statusText}`
}
