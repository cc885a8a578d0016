import { defineConfig } from 'vitest/config'

const node = { testTimeout: 30_000, hookTimeout: 30_000 }

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
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          maxConcurrency: 2,
        },
      },
    ],
  },
})
