import { defineProject } from 'vitest/config'
import { timeLimits } from '../../vitest.shared.ts'

/** Code of the pages that needs neither a browser nor React; the pages are tested in `e2e/web`. */
export default defineProject({ test: { name: '@portolan/web', include: ['app/**/*.test.ts'], ...timeLimits } })
