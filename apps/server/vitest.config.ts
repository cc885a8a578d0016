import { defineProject } from 'vitest/config'
import { timeLimits } from '../../vitest.shared.ts'

export default defineProject({
  test: { name: '@portolan/server', include: ['src/**/*.test.ts'], ...timeLimits, isolate: false },
})
