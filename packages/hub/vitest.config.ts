import { defineProject } from 'vitest/config'
import { timeLimits } from '../../vitest.shared.ts'

export default defineProject({
  test: { name: '@portolan/hub', include: ['src/**/*.test.ts'], ...timeLimits, isolate: false },
})
