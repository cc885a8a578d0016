import { fieldOf } from './field-of.ts'

/** A response whose status is not 2xx. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly headers: Headers
  /** The first 64 KiB of the body, as JSON if it is JSON, else as text. */
  readonly body: unknown

  constructor(response: Response, body: unknown) {
    super(said(body) ?? `HTTP ${[response.status, response.statusText].join(' ').trim()}`)
    this.status = response.status
    this.headers = response.headers
    this.body = body
  }
}

/**
 * `fetch` for callers that want a result or an error: suits a {@link RequestQueue}, which reads the error's status and Retry-After.
 * @throws {HttpError} when the status is not 2xx.
 */
export async function fetchOrThrow(input: string | URL | Request, init?: RequestInit, fetcher: typeof fetch = fetch): Promise<Response> {
  const response = await fetcher(input, init)
  if (response.ok) return response
  throw new HttpError(response, parsed(await firstText(response)))
}

const mostBytes = 64 * 1024

/** The status is what matters: if the body breaks off, the part received is used. */
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
    // Keep what was read so far.
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

/** The server's error message, in the formats of OpenAI-compatible servers and of hubs. */
function said(body: unknown): string | null {
  const error = fieldOf(body, 'error')
  const found = [fieldOf(error, 'message'), error, fieldOf(body, 'message')].find((text) => typeof text === 'string' && text !== '')
  return (found as string | undefined) ?? null
}
