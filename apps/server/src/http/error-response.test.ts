import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/open-test-app.ts'
import { errorResponse, headerSafe } from './error-response.ts'

test('something unforeseen is logged with its request id and not shown', async () => {
  await using t = await openTestApp()
  const lines: unknown[] = []
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (message: string, fields?: Record<string, unknown>) => lines.push([message, fields]),
  }
  const app = new Hono()
  app.onError((error, c) => errorResponse(error, c as never, { ...t.hub, log }))
  app.get('/left', (c) => {
    throw c.req.raw.signal.reason
  })
  app.get('/broken', (c) => {
    c.set('requestId' as never, 'r-1' as never)
    throw new Error('the password is 1234')
  })
  const answer = await app.request('/broken')
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: 'Something went wrong on the server. Its log has details under the request ID.', code: 'internal', requestId: 'r-1' },
  ])
  // Work that ended because its client has left is none of the operator's business.
  const leaving = AbortSignal.abort(new Error('the client has left'))
  expect((await app.request(new Request('http://hub/left', { signal: leaving }))).status).toBe(500)
  expect(lines).toEqual([['a request failed', expect.objectContaining({ requestId: 'r-1', method: 'GET', path: '/broken' })]])
  expect(JSON.stringify(lines)).toContain('the password is 1234')
})

test('a process that has no file left to open says when to come again', async () => {
  await using t = await openTestApp()
  const app = new Hono()
  app.onError((error, c) => errorResponse(error, c as never, t.hub))
  app.get('/upload', () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  })
  const answer = await app.request('/upload')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ code: 'storage.unavailable' })
})

test('messages fit into a header', () => {
  expect(headerSafe('Zeile\nzwei: größe 漢字 \u0000!')).toBe('Zeile zwei: gr e    !')
  expect(headerSafe('x'.repeat(1000))).toHaveLength(500)
})

test('details of an error are shown by name only', async () => {
  await using t = await openTestApp()
  await t.addRepo({ type: 'model', name: 'chart' })
  const answer = await t.call('/api/models/ada/chart/revision/nöpe')
  expect(await answer.json()).toEqual({ error: 'Revision not found: nöpe', code: 'revision.not_found' })
  expect(answer.headers.get('x-error-message')).toBe('Revision not found: n pe')
})
