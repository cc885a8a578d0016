import { defineProject } from 'vitest/config'
import { timeLimits } from '../../vitest.shared.ts'

export default defineProject({ test: { name: '@portolan/git', include: ['src/**/*.test.ts'], ...timeLimits } })
