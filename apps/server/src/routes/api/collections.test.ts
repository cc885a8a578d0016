import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

interface WireItem {
  _id: string
  id: string
  type: string
  position: number
  slug?: string
  note?: { text: string; html: string }
}
interface WireCollection {
  slug: string
  title: string
  items: WireItem[]
  position?: number
  upvotes: number
}

async function send<T>(
  t: TestApp,
  method: string,
  path: string,
  as: string | undefined,
  json?: unknown,
): Promise<{ status: number; body: T }> {
  const answer = await t.call(`/api/collections${path}`, {
    method,
    ...(as === undefined ? {} : { as }),
    ...(json === undefined ? {} : { json }),
  })
  return { status: answer.status, body: (await answer.json()) as T }
}

async function made(t: TestApp, title: string, more: object = {}, as = 'ada'): Promise<WireCollection> {
  const { status, body } = await send<WireCollection>(t, 'POST', '', as, { title, namespace: 'ada', ...more })
  expect([status, body]).toEqual([200, expect.objectContaining({ title })])
  return body
}

const read = async (t: TestApp, slug: string, as?: string) => (await send<WireCollection>(t, 'GET', `/${slug}`, as)).body
const ids = ({ items }: WireCollection) => items.map(({ id, position }) => `${position} ${id}`)

describe.for(databases)('collections, on %s', (database) => {
  test('made, read, changed, listed, deleted, as clients do', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'chart' })
    const one = await made(t, 'Über  charts & maps!', { description: 'Old ones', private: false, item: { type: 'model', id: 'ada/chart' } })
    expect(one).toMatchObject({
      slug: expect.stringMatching(/^ada\/uber-charts-maps-[0-9a-f]{24}$/) as string,
      description: 'Old ones',
      private: false,
      theme: 'orange',
      upvotes: 0,
      position: 0,
      isUpvotedByUser: false,
      owner: { name: 'ada', fullname: 'ada', type: 'user' },
      items: [{ id: 'ada/chart', type: 'model', position: 0, author: 'ada', likes: 0 }],
      lastUpdated: '2026-01-02T03:04:05.000Z',
    })
    const again = await send<{ slug: string }>(t, 'POST', '', 'ada', { title: 'über  CHARTS & maps!', namespace: 'ada' })
    expect([again.status, again.body.slug]).toEqual([409, one.slug])
    const patched = await send<{ success: boolean; data: WireCollection }>(t, 'PATCH', `/${one.slug}`, 'ada', {
      title: 'Sea charts',
      theme: 'indigo',
      private: true,
    })
    expect(patched.body).toMatchObject({ success: true, data: { title: 'Sea charts', theme: 'indigo', private: true, position: 0 } })
    // The title part of an address may be outdated, or anything.
    const id = one.slug.slice(-24)
    for (const slug of [one.slug, `ada/sea-charts-${id}`, `ada/whatever-${id}`, `ada/${id}`])
      expect([slug, (await send<WireCollection>(t, 'GET', `/${slug}`, 'ada')).body.slug]).toEqual([slug, `ada/sea-charts-${id}`])
    const listed = (await send<WireCollection[]>(t, 'GET', '?owner=ADA', 'ada')).body
    expect([listed.length, Object.keys(listed[0] ?? {}).includes('position'), listed[0]?.items[0]?.position]).toEqual([1, false, 0])
    for (const bad of [{ title: '' }, { title: 'x'.repeat(61) }, { theme: 'mauve' }, { description: 'x'.repeat(151) }, { position: -1 }])
      expect([bad, (await send(t, 'PATCH', `/${one.slug}`, 'ada', bad)).status]).toEqual([bad, 400])
    expect((await send(t, 'DELETE', `/${one.slug}`, 'eve')).status).toBe(404)
    expect((await send(t, 'DELETE', `/${one.slug}`, 'ada')).status).toBe(200)
    expect((await send(t, 'DELETE', `/${one.slug}`, 'ada')).status).toBe(404)
    expect((await send(t, 'GET', '/ada/nothing', undefined)).status).toBe(404)
  })

  test('items of every kind: added, noted, ordered, removed', async () => {
    await using t = await openTestApp({ database })
    for (const type of ['model', 'dataset', 'space'] as const) await t.addRepo({ type, name: 'one', sdk: 'static' })
    const other = await made(t, 'Other')
    const { slug } = await made(t, 'Mixed')
    const add = (item: object, note?: string, as = 'ada') =>
      send<WireCollection>(t, 'POST', `/${slug}/items`, as, { item, ...(note ? { note } : {}) })
    for (const type of ['model', 'dataset', 'space']) expect((await add({ type, id: 'ada/one' })).status).toBe(200)
    expect((await add({ type: 'paper', id: '1706.03762' })).status).toBe(200)
    expect((await add({ type: 'collection', id: other.slug }, '<b>see</b>')).body.items.at(-1)).toMatchObject({
      type: 'collection',
      slug: other.slug,
      note: { text: '<b>see</b>', html: '&lt;b&gt;see&lt;/b&gt;' },
    })
    expect((await add({ type: 'model', id: 'ada/one' })).status).toBe(409)
    expect((await add({ type: 'collection', id: slug })).status).toBe(400)
    expect((await add({ type: 'paper', id: '../x' })).status).toBe(400)
    expect((await add({ type: 'model', id: 'ada/none' })).status).toBe(404)
    expect((await add({ type: 'model', id: 'ada/one' }, undefined, 'eve')).status).toBe(403)
    expect((await send(t, 'POST', `/${slug}/items`, undefined, { item: { type: 'paper', id: '1706.03762' } })).status).toBe(401)
    const [model, dataset, space, paper] = (await read(t, slug)).items
    const order = async () => (await read(t, slug)).items.map(({ type, position }) => `${position} ${type}`)
    const patch = async (id: string | undefined, data: object) => (await send(t, 'PATCH', `/${slug}/items/${id}`, 'ada', data)).status
    expect(await patch(model?._id, { position: 3 })).toBe(200)
    expect(await order()).toEqual(['0 dataset', '1 space', '2 paper', '3 model', '4 collection'])
    expect(await patch(paper?._id, { position: 0, note: 'First' })).toBe(200)
    expect(await patch(dataset?._id, { position: 99 })).toBe(200)
    expect(await order()).toEqual(['0 paper', '1 space', '2 model', '3 collection', '4 dataset'])
    expect((await read(t, slug)).items[0]?.note?.text).toBe('First')
    expect(await patch(paper?._id, { note: '' })).toBe(200)
    expect((await read(t, slug)).items[0]?.note).toBe(undefined)
    expect(await patch(paper?._id, { note: 'x'.repeat(501) })).toBe(400)
    const batch = [
      { action: 'update', _id: space?._id, data: { position: 4 } },
      { action: 'update', _id: 'f'.repeat(24), data: { position: 0 } },
    ]
    expect((await send(t, 'POST', `/${slug}/items/batch`, 'ada', batch)).status).toBe(404)
    expect((await send(t, 'POST', `/${slug}/items/batch`, 'ada', batch.slice(0, 1))).status).toBe(200)
    expect(await order()).toEqual(['0 paper', '1 model', '2 collection', '3 dataset', '4 space'])
    expect((await send(t, 'DELETE', `/${slug}/items/${model?._id}`, 'ada')).status).toBe(200)
    expect((await send(t, 'DELETE', `/${slug}/items/${model?._id}`, 'ada')).status).toBe(404)
    expect(await order()).toEqual(['0 paper', '1 collection', '2 dataset', '3 space'])
  })

  test('items say what clients show of them', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'm', files: { 'README.md': '---\npipeline_tag: text-generation\n---\n' } })
    const info = 'dataset_info:\n- splits: [{name: train, num_examples: 40}, {name: test, num_examples: 2}]'
    await t.addRepo({ type: 'dataset', name: 'd', owner: 'fleet', files: { 'README.md': `---\n${info}\n---\n`, 'a.csv': 'a\n1\n' } })
    const card =
      '---\ntitle: Harbour\nemoji: ⚓\ncolorFrom: blue\ncolorTo: green\nsdk: static\npinned: true\nshort_description: Ships\n---\n'
    await t.addRepo({ type: 'space', name: 's', sdk: 'static', files: { 'README.md': card, 'index.html': 'x' } })
    await t.addRepo({ type: 'space', name: 'plain', sdk: 'gradio' })
    await t.addRepo({ type: 'model', name: 'hidden', visibility: 'private' })
    const inner = await made(t, 'Inner')
    for (const item of [
      { type: 'model', id: 'ada/m' },
      { type: 'model', id: 'ada/hidden' },
      { type: 'paper', id: '1706.03762' },
    ])
      await send(t, 'POST', `/${inner.slug}/items`, 'ada', { item })
    const { slug } = await made(t, 'Outer')
    for (const item of [
      { type: 'model', id: 'ada/m' },
      { type: 'dataset', id: 'fleet/d' },
      { type: 'space', id: 'ada/s' },
      { type: 'space', id: 'ada/plain' },
      { type: 'collection', id: inner.slug },
    ])
      expect((await send(t, 'POST', `/${slug}/items`, 'ada', { item })).status).toBe(200)
    await t.call('/api/users/ada/follow', { method: 'POST', as: 'eve' })
    await t.call('/api/spaces/ada/s/like', { method: 'POST', as: 'eve' })
    await send(t, 'POST', `/${inner.slug}/upvote`, 'eve')
    const author = (name: string, followerCount: number, more: object) => ({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      name,
      fullname: name,
      avatarUrl: `http://localhost/avatars/${name}`,
      isHf: false,
      isHfAdmin: false,
      isMod: false,
      followerCount,
      ...more,
    })
    const ada = author('ada', 1, { type: 'user', isPro: false, isUserFollowing: true })
    const { items, ...head } = await read(t, slug, 'eve')
    expect(head).toMatchObject({ owner: ada, isUpvotedByUser: false })
    expect(items).toMatchObject([
      { type: 'model', authorData: ada, pipeline_tag: 'text-generation', availableInferenceProviders: [], isLikedByUser: false },
      {
        type: 'dataset',
        authorData: author('fleet', 0, { type: 'org', isUserFollowing: false }),
        datasetsServerInfo: { viewer: 'viewer', numRows: 42, libraries: [], formats: ['csv'] },
      },
      {
        type: 'space',
        title: 'Harbour',
        emoji: '⚓',
        colorFrom: 'blue',
        colorTo: 'green',
        shortDescription: 'Ships',
        sdk: 'static',
        tags: ['static'],
        runtime: { stage: 'RUNNING', hardware: { current: null, requested: null }, replicas: { current: 1, requested: 1 } },
        createdAt: '2026-01-02T03:04:05.000Z',
        pinned: true,
        featured: false,
        visibility: 'public',
        isLikedByUser: true,
      },
      { type: 'space', title: 'plain', emoji: '', colorFrom: 'gray', colorTo: 'gray', pinned: false, runtime: { stage: 'PAUSED' } },
      // What everybody can see of it.
      { type: 'collection', title: 'Inner', owner: ada, numberItems: 2, isUpvotedByUser: true, upvotes: 1 },
    ])
    const [listed] = (await send<WireCollection[]>(t, 'GET', '?q=outer', 'eve')).body
    expect([listed?.items[2], listed]).toMatchObject([{ title: 'Harbour', emoji: '⚓' }, { owner: ada }])
    expect(await read(t, slug)).toMatchObject({ owner: { followerCount: 1, isUserFollowing: false } })
  })

  test('a private collection, and private things in a public one, are not there for strangers', async () => {
    await using t = await openTestApp({ database })
    for (const name of ['a', 'b', 'c']) await t.addRepo({ type: 'model', name })
    await t.addRepo({ type: 'model', name: 'hidden', visibility: 'private' })
    await t.addRepo({ type: 'model', owner: 'fleet', name: 'ours', visibility: 'private' })
    const secret = await made(t, 'Secret plans', { private: true })
    const shown = await made(t, 'Shown')
    const add = (type: string, id: string) => send(t, 'POST', `/${shown.slug}/items`, 'ada', { item: { type, id } })
    for (const id of ['ada/a', 'ada/hidden', 'ada/b', 'fleet/ours', 'ada/c']) expect((await add('model', id)).status).toBe(200)
    expect((await add('collection', secret.slug)).status).toBe(200)

    expect(ids(await read(t, shown.slug))).toEqual(['0 ada/a', '1 ada/b', '2 ada/c'])
    expect(ids(await read(t, shown.slug, 'mia'))).toEqual(['0 ada/a', '1 ada/b', '2 fleet/ours', '3 ada/c'])
    expect((await read(t, shown.slug, 'ada')).items.length).toBe(6)
    const listed = (await send<WireCollection[]>(t, 'GET', '?owner=ada', 'eve')).body
    expect(listed.map((collection) => [collection.title, ids(collection)])).toEqual([['Shown', ['0 ada/a', '1 ada/b', '2 ada/c']]])
    const visible = async (slug: string, as?: string) => {
      const { status, body } = await send<{ requestId?: string }>(t, 'GET', `/${slug}`, as)
      return JSON.stringify([status, body])
    }
    const absent = `ada/secret-plans-${'0'.repeat(24)}`
    for (const as of [undefined, 'eve', 'mia']) expect(await visible(secret.slug, as)).toBe(await visible(absent, as))
    for (const [method, path, json] of [
      ['PATCH', '', { title: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/items', { item: { type: 'model', id: 'ada/a' } }],
      ['POST', '/upvote', undefined],
    ] as const) {
      const [there, gone] = [
        await send(t, method, `/${secret.slug}${path}`, 'eve', json),
        await send(t, method, `/${absent}${path}`, 'eve', json),
      ]
      expect([method, path, there.status, there.body]).toEqual([method, path, 404, gone.body])
    }
    // Listing the collections that contain a hidden item returns the same as for an item that does not exist.
    for (const as of [undefined, 'eve']) {
      for (const item of ['models/ada/hidden', 'models/ada/absent', `collections/${secret.slug}`])
        expect([item, (await send(t, 'GET', `?item=${item}`, as)).body]).toEqual([item, []])
    }
    expect((await send<WireCollection[]>(t, 'GET', '?item=models/ada/hidden&item=papers/x', 'ada')).body.length).toBe(1)
    expect((await send<WireCollection[]>(t, 'GET', '?q=secret', 'eve')).body).toEqual([])
    // Eve cannot find out by adding it to a collection either.
    const eves = await send<WireCollection>(t, 'POST', '', 'eve', { title: 'Eve', namespace: 'eve' })
    const tryAdd = async (id: string) =>
      (await send<{ code: string }>(t, 'POST', `/${eves.body.slug}/items`, 'eve', { item: { type: 'model', id } })).body
    expect(await tryAdd('ada/hidden')).toEqual({ ...(await tryAdd('ada/absent')) })
    // A repo that is made private later disappears, and comes back when it is public again.
    const setPrivate = (value: boolean) => t.call('/api/models/ada/b/settings', { method: 'PUT', as: 'ada', json: { private: value } })
    await setPrivate(true)
    expect(ids(await read(t, shown.slug))).toEqual(['0 ada/a', '1 ada/c'])
    await setPrivate(false)
    expect(ids(await read(t, shown.slug))).toEqual(['0 ada/a', '1 ada/b', '2 ada/c'])
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'b' } })
    expect(ids(await read(t, shown.slug))).toEqual(['0 ada/a', '1 ada/c'])
  })

  test('whoever sees only some items orders what they see', async () => {
    await using t = await openTestApp({ database })
    for (const name of ['a', 'b']) await t.addRepo({ type: 'model', owner: 'fleet', name })
    await t.addRepo({ type: 'model', name: 'hidden', visibility: 'private' })
    const { body } = await send<WireCollection>(t, 'POST', '', 'ada', { title: 'Fleet', namespace: 'fleet' })
    for (const id of ['fleet/a', 'ada/hidden', 'fleet/b'])
      await send(t, 'POST', `/${body.slug}/items`, 'ada', { item: { type: 'model', id } })
    expect((await send(t, 'PATCH', `/${body.slug}`, 'mia', { title: 'x' })).status).toBe(403)
    await t.call('/api/organizations/fleet/members/mia/role', { method: 'PUT', as: 'ada', json: { role: 'write' } })
    const b = (await read(t, body.slug, 'mia')).items[1]
    expect([b?.id, b?.position]).toEqual(['fleet/b', 1])
    expect((await send(t, 'PATCH', `/${body.slug}/items/${b?._id}`, 'mia', { position: 0 })).status).toBe(200)
    expect(ids(await read(t, body.slug, 'mia'))).toEqual(['0 fleet/b', '1 fleet/a'])
    expect(ids(await read(t, body.slug, 'ada'))).toEqual(['0 fleet/b', '1 fleet/a', '2 ada/hidden'])
    const hidden = (await read(t, body.slug, 'ada')).items[2]
    expect((await send(t, 'DELETE', `/${body.slug}/items/${hidden?._id}`, 'mia')).status).toBe(404)
  })

  test('listings by votes and by date, in pages; who may make them where', async () => {
    await using t = await openTestApp({ database })
    for (const title of ['One', 'Two', 'Three']) {
      await made(t, title)
      t.hub.tick(1_000)
    }
    const titles = async (query: string, as?: string) => (await send<WireCollection[]>(t, 'GET', query, as)).body.map(({ title }) => title)
    expect(await titles('?sort=lastModified')).toEqual(['Three', 'Two', 'One'])
    const [one] = (await send<WireCollection[]>(t, 'GET', '?q=ONE', undefined)).body
    const vote = async (method: string, as?: string) =>
      (await send<{ upvotes?: number }>(t, method, `/${one?.slug}/upvote`, as)).body.upvotes
    expect([
      await vote('POST', 'eve'),
      await vote('POST', 'eve'),
      await vote('POST', 'mia'),
      await vote('DELETE', 'mia'),
      await vote('POST'),
    ]).toEqual([1, 1, 2, 1, undefined])
    expect(await titles('?sort=upvotes')).toEqual(['One', 'Three', 'Two'])
    expect(await titles('?sort=trending')).toEqual(['One', 'Three', 'Two'])
    expect(await (await t.call('/api/users/ada/overview')).json()).toMatchObject({ numUpvotes: 1 })
    const first = await t.call('/api/collections?sort=upvotes&limit=2')
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(((await (await t.call(next)).json()) as WireCollection[]).map(({ title }) => title)).toEqual(['Two'])
    const statuses = [
      await send(t, 'GET', '?sort=size', undefined),
      await send(t, 'GET', '?item=ada/chart', undefined),
      await send(t, 'GET', '?cursor=x', undefined),
      await send(t, 'POST', '', undefined, { title: 'x', namespace: 'ada' }),
      await send(t, 'POST', '', 'eve', { title: 'x', namespace: 'ada' }),
      await send(t, 'POST', '', 'mia', { title: 'x', namespace: 'fleet' }),
      await send(t, 'POST', '', 'ada', { title: 'x', namespace: 'nobody' }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 401, 403, 403, 404])
    const moved = (await send<{ data: WireCollection }>(t, 'PATCH', `/${one?.slug}`, 'ada', { position: 2 })).body.data
    expect(moved.position).toBe(2)
  })

  test('two who add the same at once, and many who reorder, leave one of each in a clean order', async () => {
    await using t = await openTestApp({ database })
    for (const name of ['a', 'b', 'c', 'd']) await t.addRepo({ type: 'model', name })
    const { slug } = await made(t, 'Busy')
    const adds = ['a', 'a', 'b', 'c', 'd', 'd'].map((name) =>
      send(t, 'POST', `/${slug}/items`, 'ada', { item: { type: 'model', id: `ada/${name}` } }),
    )
    expect((await Promise.all(adds)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 409, 409])
    await Promise.all((['ada', 'eve', 'mia', 'root'] as const).map((as) => send(t, 'POST', `/${slug}/upvote`, as)))
    expect((await read(t, slug)).upvotes).toBe(4)
    const { items } = await read(t, slug)
    await Promise.all(items.map(({ _id }, i) => send(t, 'PATCH', `/${slug}/items/${_id}`, 'ada', { position: 3 - i })))
    const after = await read(t, slug)
    expect([after.items.map(({ position }) => position), new Set(after.items.map(({ id }) => id)).size]).toEqual([[0, 1, 2, 3], 4])
    const rows = await t.hub.db.read.selectFrom('collection_item').select('position').orderBy('position').execute()
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3])
  })
})
