import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

async function create(t: TestApp, json: unknown, as = 'ada') {
  const answer = await t.call('/api/repos/create', { method: 'POST', as, json })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe.for(databases)('the life of a repo on %s', (database) => {
  test('create answers with the address that clients parse', async () => {
    await using t = await openTestApp({ database })
    expect(await create(t, { name: 'chart', organization: null, type: 'model', visibility: 'public' })).toEqual({
      status: 200,
      body: { url: 'http://localhost/ada/chart', name: 'ada/chart', id: expect.stringMatching(/^[0-9a-f]{24}$/) as string },
    })
    expect((await create(t, { name: 'tides', type: 'dataset', organization: 'fleet' })).body).toMatchObject({
      url: 'http://localhost/datasets/fleet/tides',
    })
    expect((await create(t, { name: 'harbour', type: 'space', sdk: 'static', private: true })).body).toMatchObject({
      url: 'http://localhost/spaces/ada/harbour',
    })
    expect(((await (await t.call('/api/spaces/ada/harbour', { as: 'ada' })).json()) as { private: boolean }).private).toBe(true)
  })

  test('creating it again says where it is', async () => {
    await using t = await openTestApp({ database })
    await create(t, { name: 'Chart' })
    for (const name of ['Chart', 'chart']) {
      expect(await create(t, { name })).toEqual({
        status: 409,
        body: { error: `You already created this model repo: ada/${name}`, code: 'repo.name_taken', url: `http://localhost/ada/${name}` },
      })
    }
    // Each repo type has its own namespace.
    expect((await create(t, { name: 'Chart', type: 'dataset' })).status).toBe(200)
  })

  test('a license and first files are there from the first commit', async () => {
    await using t = await openTestApp({ database })
    await create(t, {
      name: 'chart',
      license: 'mit',
      files: [{ path: 'a.bin', content: Buffer.from([0, 1, 2]).toString('base64'), encoding: 'base64' }],
    })
    expect(await (await t.call('/ada/chart/raw/main/README.md')).text()).toBe('---\nlicense: mit\n---\n')
    expect(Buffer.from(await (await t.call('/ada/chart/resolve/main/a.bin')).arrayBuffer())).toEqual(Buffer.from([0, 1, 2]))
    expect(await (await t.call('/ada/chart/raw/main/.gitattributes')).text()).toContain(
      '*.safetensors filter=lfs diff=lfs merge=lfs -text\n',
    )
    expect(((await (await t.call('/api/models/ada/chart')).json()) as { tags: string[] }).tags).toContain('license:mit')
  })

  test.for([
    [{ name: '..' }, 400],
    [{ name: 'a--b' }, 400],
    [{ name: 'x.git' }, 400],
    [{ name: '' }, 400],
    [{}, 400],
    [{ name: 'a', type: 'bucket' }, 400],
    [{ name: 'a', type: 'kernel' }, 400],
    [{ name: 'a', type: 'space' }, 400],
    [{ name: 'a', type: 'space', sdk: 'cobol' }, 400],
    [{ name: 'a', organization: 'nobody' }, 404],
    [{ name: 'a', organization: 'eve' }, 403],
    [{ name: 'a', files: [{ path: '../x', content: '' }] }, 422],
    [{ name: 'a/b/c' }, 400],
    ['not an object', 400],
  ] as const)('%j is refused with %i', async ([json, status]) => {
    await using t = await openTestApp({ database })
    const answer = await create(t, json)
    expect([answer.status, typeof answer.body['error']]).toEqual([status, 'string'])
  })

  test('roles and tokens decide who may create', async () => {
    await using t = await openTestApp({ database })
    expect((await create(t, { name: 'a', organization: 'fleet' }, 'mia')).status).toBe(403)
    expect((await t.call('/api/repos/create', { method: 'POST', json: { name: 'a' } })).status).toBe(401)
  })

  test('delete takes a JSON body and is gone at once', async () => {
    await using t = await openTestApp({ database })
    await create(t, { name: 'chart', type: 'dataset' })
    const remove = async (json: unknown, as = 'ada') => {
      const answer = await t.call('/api/repos/delete', { method: 'DELETE', as, json })
      return [answer.status, answer.headers.get('x-error-code')]
    }
    expect(await remove({ name: 'chart', organization: 'ada', type: 'dataset' }, 'eve')).toEqual([403, null])
    expect(await remove({ name: 'chart', organization: 'ada' })).toEqual([404, 'RepoNotFound'])
    expect(await remove({ name: 'chart', organization: 'ada', type: 'dataset' })).toEqual([200, null])
    expect(await remove({ name: 'chart', organization: 'ada', type: 'dataset' })).toEqual([404, 'RepoNotFound'])
    expect((await t.call('/api/datasets/ada/chart', { as: 'ada' })).status).toBe(404)
    expect((await t.call('/datasets/ada/chart/resolve/main/.gitattributes', { as: 'ada' })).status).toBe(404)
    expect(await (await t.call('/api/datasets', { as: 'ada' })).json()).toEqual([])
    expect((await create(t, { name: 'chart', type: 'dataset' })).status).toBe(200)
  })

  test('a moved repo answers under its old name', async () => {
    await using t = await openTestApp({ database })
    await create(t, { name: 'chart', files: [{ path: 'a.txt', content: 'ahoy' }] })
    await create(t, { name: 'taken' })
    const move = async (json: unknown, as = 'ada') => {
      const answer = await t.call('/api/repos/move', { method: 'POST', as, json })
      return answer.status
    }
    expect(await move({ fromRepo: 'ada/chart', toRepo: 'ada/taken', type: 'model' })).toBe(409)
    expect(await move({ fromRepo: 'ada/chart', toRepo: 'eve/chart', type: 'model' })).toBe(403)
    expect(await move({ fromRepo: 'ada/chart', toRepo: 'nonsense', type: 'model' })).toBe(400)
    expect(await move({ fromRepo: 'ada/chart', toRepo: 'eve/chart' }, 'eve')).toBe(403)
    expect(await move({ fromRepo: 'ada/chart', toRepo: 'ada/map', type: 'model' })).toBe(200)
    const file = await t.call('/ada/chart/resolve/main/a.txt')
    expect([file.status, file.headers.get('location')]).toEqual([307, '/ada/map/resolve/main/a.txt'])
    expect(await (await t.call('/api/models/ada/chart/tree/main')).text()).toBe(
      await (await t.call('/api/models/ada/map/tree/main')).text(),
    )
  })

  test('settings change what strangers see', async () => {
    await using t = await openTestApp({ database })
    await create(t, { name: 'chart' })
    const put = async (json: unknown, as = 'ada') => {
      const answer = await t.call('/api/models/ada/chart/settings', { method: 'PUT', as, json })
      return [answer.status, answer.status === 200 ? await answer.json() : null]
    }
    expect(await put({ private: true }, 'eve')).toEqual([403, null])
    expect(await put({ private: true })).toEqual([200, { private: true, visibility: 'private', gated: false }])
    expect((await t.call('/api/models/ada/chart')).status).toBe(401)
    expect(await put({ gated: 'auto' })).toEqual([200, { private: true, visibility: 'private', gated: 'auto' }])
    expect(await put({ visibility: 'public', discussionsDisabled: true })).toEqual([
      200,
      { private: false, visibility: 'public', gated: 'auto', discussionsDisabled: true },
    ])
    expect(await put({ gated: false })).toEqual([200, { private: false, visibility: 'public', gated: false }])
    expect(await put({ gated: true })).toEqual([400, null])
    expect(await put({ visibility: 'secret' })).toEqual([400, null])
    expect((await t.call('/api/models/ada/chart')).status).toBe(200)
  })

  test('hf repos ls: every kind, by size or date, in pages', async () => {
    await using t = await openTestApp({ database })
    await create(t, { name: 'small' })
    t.hub.tick(1000)
    await create(t, { name: 'large', type: 'dataset', private: true, files: [{ path: 'a.txt', content: 'x'.repeat(10_000) }] })
    const rows = async (query: string, as = 'ada') => {
      const answer = await t.call(`/api/settings/repositories?${query}`, { as })
      return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
    }
    expect(await rows('')).toEqual(['ada/large', 'ada/small'])
    expect(await rows('direction=asc')).toEqual(['ada/small', 'ada/large'])
    expect(await rows('sort=storage')).toEqual(['ada/large', 'ada/small'])
    expect(await rows('type=model')).toEqual(['ada/small'])
    expect(await rows('search=LAR')).toEqual(['ada/large'])
    expect(await rows('search=%25')).toEqual([])
    expect(await rows('', 'eve')).toEqual([])
    const page = await t.call('/api/settings/repositories?limit=1&sort=storage', { as: 'ada' })
    const next = /^<http:\/\/localhost(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const second = await t.call(next, { as: 'ada' })
    expect([((await second.json()) as { id: string }[]).map(({ id }) => id), second.headers.get('link')]).toEqual([['ada/small'], null])
    const [large] = (await page.json()) as Record<string, unknown>[]
    expect(large).toEqual({
      id: 'ada/large',
      type: 'dataset',
      updatedAt: '2026-01-02T03:04:06.000Z',
      visibility: 'private',
      storage: expect.any(Number) as number,
      storagePercent: expect.any(Number) as number,
    })
    expect((await t.call('/api/settings/repositories?sort=beauty', { as: 'ada' })).status).toBe(400)
    expect((await t.call('/api/settings/repositories?cursor=x', { as: 'ada' })).status).toBe(400)
    expect((await t.call('/api/organizations/fleet/settings/repositories', { as: 'eve' })).status).toBe(403)
    expect((await t.call('/api/organizations/fleet/settings/repositories', { as: 'mia' })).status).toBe(200)
  })
})
