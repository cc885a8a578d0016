import { expect, test } from 'vitest'
import { readConfig } from '../../apps/server/src/config/settings.ts'
import { findTools } from './tools.ts'

test('servers that the suite starts take none of its variables for a setting', () => {
  const variables = Object.fromEntries(findTools().map(({ variable }) => [variable, '/somewhere']))
  expect(readConfig(variables, '/tmp').port).toBe(7860)
})
