import { databases } from '@portolan/hub/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

/* Features that clients request and this hub lacks: a 404 with a message that their users understand. */

const asked = [
  ['GET', '/api/jobs/ada', 'no jobs'],
  ['POST', '/api/jobs/ada', 'no jobs'],
  ['GET', '/api/scheduled-jobs/ada/1', 'no jobs'],
  ['POST', '/api/buckets/me/b', 'no buckets'],
  ['GET', '/buckets/ada/b/resolve/x', 'no buckets'],
  ['GET', '/api/papers/search?q=x', 'no papers'],
  ['GET', '/api/papers/1706.03762', 'no papers'],
  ['GET', '/api/daily_papers?limit=50', 'no papers'],
  ['GET', '/papers/1706.03762.md', 'no papers'],
  ['GET', '/api/datasets/ada/x/leaderboard', 'no leaderboards'],
  ['GET', '/api/kernels/ada/x', 'no kernels'],
  ['POST', '/api/collections/ada/x-0123456789abcdef01234567/resource-group', 'no resource groups'],
  ['GET', '/api/organizations/navy/resource-groups', 'no resource groups'],
  ['GET', '/api/spaces/zero-gpu/quota', 'GPU'],
  ['POST', '/uploads', 'no attachments'],
] as const

test('what is not offered is a 404 that says so', async () => {
  await using world = await openTestApp()
  for (const [method, path, words] of asked) {
    const answer = await world.call(path, { method, as: 'ada' })
    const body = { error: expect.stringContaining(words) as string, code: 'route.not_offered' }
    expect([path, answer.status, await answer.json()]).toEqual([path, 404, body])
  }
  const bucket = await world.call('/api/repos/move', {
    method: 'POST',
    as: 'ada',
    json: { fromRepo: 'ada/b', toRepo: 'ada/c', type: 'bucket' },
  })
  expect([bucket.status, await bucket.json()]).toMatchObject([
    404,
    { code: 'route.not_offered', error: expect.stringContaining('no buckets') as string },
  ])
  // An upload route requires authentication first, like every other upload route.
  expect((await world.call('/uploads', { method: 'POST' })).status).toBe(401)
})

test.for(databases)('Spaces are found by the words of their names, titles and cards on %s', async (database) => {
  await using world = await openTestApp({ database })
  const card = '---\ntitle: Harbour\nemoji: ⚓\nsdk: static\n---\nShows when the tide comes in.\n'
  await world.addRepo({ type: 'space', name: 'harbour', sdk: 'static', files: { 'README.md': card, 'index.html': '<p>Hi</p>' } })
  await world.addRepo({ type: 'space', name: 'secret-harbour', sdk: 'static', visibility: 'private', files: { 'README.md': card } })
  const find = async (query: string, as?: string) => {
    const answer = await world.call(`/api/spaces/semantic-search?${query}`, as === undefined ? {} : { as })
    return [answer.status, await answer.json()] as const
  }
  const [status, found] = await find('q=harbour')
  expect([status, found]).toMatchObject([
    200,
    [{ id: 'ada/harbour', author: 'ada', title: 'Harbour', emoji: '⚓', sdk: 'static', likes: 0 }],
  ])
  expect((await find('q=harbour', 'ada'))[1]).toHaveLength(2)
  const other = '---\ntitle: Predictor of Currents\nsdk: static\n---\nHow fast the water runs.\n'
  await world.addRepo({ type: 'space', name: 'p1', sdk: 'static', files: { 'README.md': other } })
  await world.addRepo({ type: 'model', name: 'currents', files: { 'README.md': 'The predictor of currents' } })
  const ids = async (q: string, as?: string) => ((await find(`q=${encodeURIComponent(q)}`, as))[1] as { id: string }[]).map(({ id }) => id)
  expect(await ids('predictor of currents')).toEqual(['ada/p1'])
  expect(await ids('PREDICTOR')).toEqual(['ada/p1'])
  expect(await ids('how fast does water run?')).toEqual(['ada/p1'])
  expect(await ids('when comes the tide')).toEqual(['ada/harbour'])
  // No card has both words, so those with one of them.
  expect((await ids('tide predictor')).toSorted()).toEqual(['ada/harbour', 'ada/p1'])
  for (const odd of ['"', "'", 'tide" OR "x', "tide' | 'x", 'a:b', '*', '(', 'NEAR(tide)', '\0', 'of the'])
    expect(Array.isArray(await ids(odd))).toBe(true)
  expect((await find('q=nothing-like-it'))[1]).toEqual([])
  expect((await find('q=harbour&sdk=gradio'))[1]).toEqual([])
  expect((await find('q='))[0]).toBe(400)
  expect((await find('q=harbour&limit=0'))[0]).toBe(400)
})
