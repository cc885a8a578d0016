import { describe, expect, test } from 'vitest'
import { nextWithDone, safeNext } from './safe-next.ts'

describe('safeNext', () => {
  test.for([
    ['/', '/'],
    ['/ada/chart?tab=files', '/ada/chart?tab=files'],
    ['/oauth/authorize?redirect_uri=https%3A%2F%2Fx.example%2F', '/oauth/authorize?redirect_uri=https%3A%2F%2Fx.example%2F'],
    ['/.//evil.example', '/evil.example'],
    ['/%2e//evil.example', '/evil.example'],
    ['/a/..//evil.example', '/evil.example'],
  ])('%s leads to %s', ([next, to]) => {
    expect(safeNext(next)).toBe(to)
    expect(new URL(safeNext(next), 'https://hub.example').host).toBe('hub.example')
  })

  test.for([
    null,
    '',
    'ada',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    `/${'x'.repeat(9_000)}`,
  ])('not to %s', (next) => {
    expect(safeNext(next)).toBe('/')
  })

  test('says what happened', () => {
    expect(nextWithDone('/ada?x=1', 'signed-in')).toBe('/ada?x=1&done=signed-in')
    expect(nextWithDone('/.//evil.example', 'signed-in')).toBe('/evil.example?done=signed-in')
  })
})
