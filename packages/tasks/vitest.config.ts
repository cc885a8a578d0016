import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: '@portolan/tasks', include: ['src/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000, isolate: false },
})
