import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/server'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
