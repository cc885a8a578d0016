import { createPageHub } from '@portolan/pages'
import { anonymous } from '@portolan/hub'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/open-test-app.ts'

/* Names that every object inherits, where the hub looks names up. */

test.for(['__proto__', 'constructor', 'toString', 'valueOf'])('%s is unknown wherever names are looked up', async (name) => {
  await using t = await openTestApp()
  const status = async (path: string, init = {}) => (await t.call(path, init)).status
  expect(await status(`/api/models?apps=${name}`)).toBe(400)
  expect(await status(`/api/models?sort=${name}`)).toBe(400)
  const collection = (await (
    await t.call('/api/collections', { as: 'ada', method: 'POST', json: { title: 'A', namespace: 'ada' } })
  ).json()) as {
    slug: string
  }
  expect(await status(`/api/collections?item=${name}/ada/x`)).toBe(400)
  expect(await status(`/api/collections/${collection.slug}`)).toBe(200)
})

test('a Space whose card names them as headers is served and listed', async () => {
  await using t = await openTestApp()
  const card = '---\nsdk: static\ncustom_headers:\n  constructor: a\n  toString: b\n  cross-origin-opener-policy: same-origin\n---\n'
  await t.addRepo({ type: 'space', name: 's', sdk: 'static', files: { 'README.md': card, 'index.html': '<h1>S</h1>' } })
  const pages = createPageHub(t.hub, anonymous, {
    origin: 'http://localhost',
    sessionToken: null,
    sessionExpiresAt: null,
    requestId: 'r',
    userAgent: null,
    callerAddress: 'local',
  })
  const { repos } = await pages.listing('space', new URLSearchParams())
  expect(repos.map(({ fullName }) => fullName)).toEqual(['ada/s'])
  expect((await t.call('/-/spaces/ada/s/')).status).toBe(200)
  const json = { title: 'A', namespace: 'ada', item: { type: 'space', id: 'ada/s' } }
  expect((await t.call('/api/collections', { as: 'ada', method: 'POST', json })).status).toBe(200)
})
