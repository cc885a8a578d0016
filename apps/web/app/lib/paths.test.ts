import { expect, test } from 'vitest'
import { pagePath, typeOfPath } from './paths.ts'

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

test.for([
  ['/settings/tokens/new.data?a=1&_routes=root', '/settings/tokens/new?a=1'],
  ['/settings/tokens/new', '/settings/tokens/new'],
  ['/ada/x.data.data', '/ada/x.data'],
] as const)('a request for %s is about the page %s', ([path, page]) => {
  expect(pagePath(new Request(`http://localhost${path}`))).toBe(page)
})
