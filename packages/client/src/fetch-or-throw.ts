import { fieldOf } from './field-of.ts'

/** An answer whose status is not 2xx. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly headers: Headers
  /** The body as JSON when it is JSON, else as text; its first 64 KiB. */
  readonly body: unknown

  constructor(response: Response, body: unknown) {
    super(said(body) ?? `HTTP ${[response.status, response.statusText].join(' ').trim()}`)
    this.status = response.status
    this.headers = response.headers
    this.body = body
  }
}

/**
 * `fetch`, for a caller that wants a result or an error: fit for a {@link RequestQueue}, which reads the status and Retry-After of the error.
 * @throws {HttpError} when the status is not 2xx.
 */
export async function fetchOrThrow(input: string | URL | Request, init?: RequestInit, fetcher: typeof fetch = fetch): Promise<Response> {
  const response = await fetcher(input, init)
  if (response.ok) return response
  throw new HttpError(response, parsed(await firstText(response)))
}

const mostBytes = 64 * 1024

/** The status is the news: a body that breaks off counts as far as it came. */
async function firstText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    while (bytes < mostBytes) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      text += decoder.decode(value.subarray(0, mostBytes - bytes), { stream: true })
      bytes += value.length
    }
    await reader.cancel()
  } catch {
    // Nothing to add to what was read.
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What the server said went wrong, in the shapes of OpenAI-compatible servers and of hubs. */
function said(body: unknown): string | null {
  const error = fieldOf(body, 'error')
  const found = [fieldOf(error, 'message'), error, fieldOf(body, 'message')].find((text) => typeof text === 'string' && text !== '')
  return (found as string | undefined) ?? null
}
