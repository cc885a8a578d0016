import { defineConfig } from 'vitest/config'
import { timeLimits } from './vitest.shared.ts'

export default defineConfig({
  test: {
    ...timeLimits,
    projects: [
      'packages/*',
      'apps/*',
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], ...timeLimits } },
      {
        // Booted servers and third-party programs: slow, one file at a time.
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
          maxConcurrency: 2,
        },
      },
    ],
  },
})
