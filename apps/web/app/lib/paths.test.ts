import { expect, test } from 'vitest'
import { typeOfPath } from './paths.ts'

test.for([
  ['/models', 'model'],
  ['/ada/stories', 'model'],
  ['/datasets', 'dataset'],
  ['/datasets.data', 'dataset'],
  ['/datasets/ada/tides/tree/main', 'dataset'],
  ['/spaces.data', 'space'],
  ['/spaces/ada/board', 'space'],
  ['/', 'model'],
] as const)('%s is about a %s', ([path, type]) => {
  expect(typeOfPath(path)).toBe(type)
})
