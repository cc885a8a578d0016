/**
 * Time limits of unit tests, far above what any of them needs: a test that hangs ends, and one on a busy machine passes. Milliseconds.
 * `poll` is the limit of `expect.poll`, one second by default.
 */
export const timeLimits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } } as const
