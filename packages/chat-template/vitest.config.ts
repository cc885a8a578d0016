import { defineProject } from 'vitest/config'
import { timeLimits } from '../../vitest.shared.ts'

export default defineProject({
  test: {
    name: '@portolan/chat-template',
    include: ['src/**/*.test.ts'],
    ...timeLimits,
    // Rendering is synchronous and bound by the processor: a time limit would only measure how busy the machine is.
    testTimeout: 900_000,
  },
})
