import type { RequestQueue } from './request-queue.ts'

/** A response that may differ on a retry. The rules look for status and headers in `response`. */
class FailedAnswer extends Error {
  readonly response: Response

  constructor(response: Response) {
    super(`HTTP ${response.status}`)
    this.response = response
  }
}

/**
 * A `fetch` whose requests go through the queue, for libraries that accept one. GET and HEAD are retried by the queue's rules; everything else is
 * sent once, since a failed request may have had an effect. Resolves with the last response, whatever its status, as `fetch` does.
 */
export function queuedFetch(queue: RequestQueue, fetcher: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined
    const isRead = /^(get|head)$/i.test(init?.method ?? request?.method ?? 'GET')
    const given = init?.signal ?? request?.signal
    let failed: Response | null = null
    const attempt = async (signal: AbortSignal | undefined): Promise<Response> => {
      await failed?.body?.cancel()
      const answer = await fetcher(input, { ...init, ...(signal && { signal }) })
      if (!isRead || answer.status < 400) return answer
      failed = answer
      throw new FailedAnswer(answer)
    }
    try {
      return await queue.call(({ signal }) => attempt(signal), { signal: given ?? undefined, ...(isRead ? {} : { maxRetries: 0 }) })
    } catch (error) {
      if (error instanceof FailedAnswer) return error.response
      throw error
    }
  }
}
