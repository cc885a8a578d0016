import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: '@portolan/chat-template',
    include: ['src/**/*.test.ts'], // Rendering is synchronous and bound by the processor: a time limit would only measure how busy the machine is.
    testTimeout: 900_000,
    hookTimeout: 60_000,
  },
})
