import { defineConfig } from 'vitest/config'

// Far above what any test takes: tests that hang end, and those on a busy machine pass.
const node = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    ...node,
    projects: [
      'packages/*',
      'apps/*',
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], ...node } },
      {
        // Booted servers and third-party programs: slow, one file at a time.
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          maxConcurrency: 2,
        },
      },
    ],
  },
})
