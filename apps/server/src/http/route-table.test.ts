import { accountNameProblem, apiSegments, namesKept, reservedNames } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import webRoutes from '@portolan/web/routes'
import { readdirSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { apiKind, repoPrefixes } from './repo-params.ts'
import { bareApp } from '../testing/bare-app.ts'
import { firstSegments, routeMatcher } from './route-table.ts'

const app = bareApp({ config: testHubConfig('') } as Hub)

/** The first segments of all addresses: of the server, of pages, and of static files. */
function wordsInUse(server: Pick<Hono<Env>, 'routes'> = app): string[] {
  const pages = webRoutes.flatMap(({ path }) => {
    const word = path?.split('/')[0] ?? ''
    return word === '' || /^[:*]/.test(word) ? [] : [word]
  })
  const files = readdirSync(new URL('../public/', import.meta.resolve('@portolan/web/routes')))
  return [...new Set([...firstSegments(server), ...pages, ...files, 'assets'])]
}

/** Naming rules reject dots and similar characters anyway. */
const couldBeNames = (words: readonly string[]) => words.filter((word) => /^[A-Za-z0-9][A-Za-z0-9_-]+$/.test(word))

test('no account can take the first word of an address', () => {
  expect(couldBeNames(wordsInUse()).filter((word) => accountNameProblem(word) === null)).toEqual([])
})

test('a route whose first word is free is noticed', () => {
  const more = new Hono<Env>().route('/', app).get('/lighthouse/:name', (c) => c.text(''))
  expect(couldBeNames(wordsInUse(more)).filter((word) => accountNameProblem(word) === null)).toEqual(['lighthouse'])
})

test('a reserved word is in use, or has a reason', () => {
  const inUse = new Set(wordsInUse())
  expect([...reservedNames].filter((word) => !inUse.has(word) && !Object.hasOwn(namesKept, word))).toEqual([])
  expect(Object.keys(namesKept).filter((word) => inUse.has(word))).toEqual([])
})

test('addresses of repos have the words of the contract', () => {
  expect(apiKind).toBe(`/api/:kind{(?:${Object.values(apiSegments).join('|')})}`)
  expect(repoPrefixes).toEqual([
    ['/datasets', 'dataset'],
    ['/spaces', 'space'],
    ['', 'model'],
  ])
})

test.for([
  ['/api/models', true],
  ['/api/nothing', true],
  ['/datasets/ada/tides/resolve/main/a.css', true],
  ['/ada/stories/raw/main/a.ts', true],
  ['/ada/stories.git/info/refs', true],
  ['/spaces/ada/board.git/info/lfs/objects/batch', true],
  ['/avatars/ada', true],
  ['/v1/chat/completions', true],
  ['/-/spaces/ada/board/index.html', true],
  ['/.well-known/openid-configuration', true],
  ['/', false],
  ['/models', false],
  ['/ada', false],
  ['/ada/stories', false],
  ['/ada/stories/tree/main', false],
  ['/app/root.tsx', false],
  ['/@vite/client', false],
  ['/node_modules/.vite/deps/react.js', false],
  ['/assets/root.css', false],
] as const)('%s is an address of the server: %s', ([path, expected]) => {
  expect(routeMatcher(app)(path)).toBe(expected)
})
