import type { S3Client } from '@aws-sdk/client-s3'

/** Milliseconds. */
const longestAskedMs = 1_000

/**
 * Caps what a store asks for with `Retry-After`. The SDK waits for up to five seconds before each of its attempts then, and goes on waiting when the
 * store has long been back; stores that are just starting ask for a minute and more.
 */
export function capRetryAfter(client: S3Client): void {
  const strategyOf = client.config.retryStrategy
  client.config.retryStrategy = async () => {
    const strategy = await strategyOf()
    // Strategies of the older kind do not know what the store asked for.
    if (!('refreshRetryTokenForRetry' in strategy)) return strategy
    return {
      acquireInitialRetryToken: (scope) => strategy.acquireInitialRetryToken(scope),
      refreshRetryTokenForRetry(token, { retryAfterHint, ...error }) {
        if (retryAfterHint === undefined) return strategy.refreshRetryTokenForRetry(token, error)
        const latest = Date.now() + longestAskedMs
        return strategy.refreshRetryTokenForRetry(token, { ...error, retryAfterHint: new Date(Math.min(retryAfterHint.getTime(), latest)) })
      },
      recordSuccess: (token) => strategy.recordSuccess(token),
    }
  }
}
