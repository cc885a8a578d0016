import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: '@portolan/snippets',
    include: ['src/**/*.test.ts', 'proofs/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    isolate: false,
  },
})
