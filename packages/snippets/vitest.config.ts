import { defineProject } from 'vitest/config'
import { timeLimits } from '../../vitest.shared.ts'

export default defineProject({
  test: {
    name: '@portolan/snippets',
    include: ['src/**/*.test.ts', 'proofs/**/*.test.ts', 'scripts/**/*.test.ts'],
    ...timeLimits,
    isolate: false,
  },
})
