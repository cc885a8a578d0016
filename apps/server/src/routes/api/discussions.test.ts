import { describe, expect, test } from 'vitest'
import { databases } from '@portolan/hub/testing'
import { commit, file, header, ndjson } from '../../testing/lfs-upload.ts'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'
import { openTestServer } from '../../testing/open-test-server.ts'
import { createRepo } from '@portolan/hub'

const at = '/api/models/ada/tides/discussions'

async function openWorld(database: 'sqlite' | 'postgres', visibility: 'public' | 'private' = 'public'): Promise<TestApp> {
  const app = await openTestApp({ database })
  await app.addRepo({ type: 'model', name: 'tides', visibility, files: { 'a.txt': '1\n' } })
  return app
}

interface WireEvent {
  readonly id: string
  readonly data: { readonly latest: object; readonly reactions: unknown }
}

/** The response fields that tests read individually; everything else is compared as a whole. */
interface Body {
  readonly num: number
  readonly error: string
  readonly count: number
  readonly diff: string
  readonly conflicts: unknown
  readonly filesWithConflicts: unknown
  readonly discussionsDisabled: unknown
  readonly discussions: readonly { readonly numComments: number }[]
  readonly events: readonly WireEvent[]
  readonly newMessage: WireEvent
  readonly updatedComment: WireEvent
  readonly newTitle: WireEvent
  readonly newStatus: WireEvent
  readonly pullRequests: readonly { readonly ref: string }[]
}

async function call(app: TestApp, path: string, options: Parameters<TestApp['call']>[1] = {}) {
  const answer = await app.call(path, options)
  return { status: answer.status, code: answer.headers.get('x-error-code'), body: (await answer.json()) as Body }
}

const post = (app: TestApp, path: string, as: string | undefined, json: unknown) =>
  call(app, path, { method: 'POST', json, ...(as === undefined ? {} : { as }) })

const bot = {
  _id: expect.any(String),
  avatarUrl: 'http://localhost/avatars/eve',
  fullname: 'eve',
  isHf: false,
  isPro: false,
  name: 'eve',
  type: 'user',
}

describe.for(databases)('discussions over HTTP on %s', (database) => {
  test('opened, listed and read as the clients know them', async () => {
    await using app = await openWorld(database)
    const opened = await post(app, at, 'eve', { title: 'High water', description: 'When, @ada?', pullRequest: false })
    expect([opened.status, opened.body]).toEqual([201, { num: 1, url: 'http://localhost/ada/tides/discussions/1', pullRequest: false }])
    const list = await call(app, `${at}?p=0&type=all&status=open&author=eve`)
    expect(list.body).toEqual({
      count: 1,
      start: 0,
      numClosedDiscussions: 0,
      discussions: [
        {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          num: 1,
          title: 'High water',
          status: 'open',
          isPullRequest: false,
          createdAt: '2026-01-02T03:04:05.000Z',
          author: bot,
          pinned: false,
          locked: false,
          numComments: 0,
          topReactions: [],
          repo: { name: 'ada/tides', type: 'model' },
          repoOwner: { name: 'ada' },
        },
      ],
    })
    const details = (await call(app, `${at}/1?diff=1`)).body
    expect(details).toMatchObject({ num: 1, collection: 'discussions', locked: false })
    expect(details).not.toHaveProperty('changes')
    expect(details.events).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        type: 'comment',
        createdAt: '2026-01-02T03:04:05.000Z',
        author: bot,
        data: {
          edited: false,
          hidden: false,
          latest: {
            raw: 'When, @ada?',
            html: '<p>When, <a href="/ada" class="mention">@ada</a>?</p>',
            updatedAt: '2026-01-02T03:04:05.000Z',
            author: bot,
          },
          numEdits: 0,
          editors: [],
          history: [],
          reactions: [],
          isReport: false,
        },
      },
    ])
  })

  test('every write answers with its event', async () => {
    await using app = await openWorld(database)
    await post(app, at, 'eve', { title: 'High water', description: '' })
    const said = await post(app, `${at}/1/comment`, 'eve', { comment: 'Hm' })
    expect([said.status, said.body.newMessage]).toMatchObject([201, { type: 'comment', data: { latest: { raw: 'Hm' } } }])
    const { id } = said.body.newMessage
    const edited = await post(app, `${at}/1/comment/${String(id).toUpperCase()}/edit`, 'eve', { content: 'Hm!' })
    expect(edited.body.updatedComment).toMatchObject({
      id,
      data: { edited: true, numEdits: 1, editors: ['eve'], history: [{ raw: 'Hm' }] },
    })
    const liked = await post(app, `${at}/1/comment/${id}/reaction`, 'ada', { reaction: '👍' })
    expect(liked.body.updatedComment.data.reactions).toEqual([{ reaction: '👍', users: ['ada'], count: 1 }])
    const reply = await post(app, `${at}/1/comment/${id}/reply`, 'ada', { comment: 'Noon' })
    expect(reply.body.newMessage.data).toMatchObject({ parentId: id, latest: { raw: 'Noon' } })
    const hidden = await call(app, `${at}/1/comment/${id}/hide`, { method: 'POST', as: 'eve' })
    expect(hidden.body.updatedComment.data).toMatchObject({ hidden: true, history: [], latest: { raw: 'This comment has been hidden' } })
    expect((await post(app, `${at}/1/title`, 'eve', { title: 'Low water' })).body.newTitle).toMatchObject({
      type: 'title-change',
      data: { from: 'High water', to: 'Low water' },
    })
    expect((await post(app, `${at}/1/status`, 'ada', { status: 'closed', comment: 'Done' })).body.newStatus).toMatchObject({
      type: 'status-change',
      data: { status: 'closed' },
    })
    expect((await post(app, `${at}/1/pin`, 'ada', { pinned: true })).body).toEqual({ pinned: true })
    expect((await post(app, `${at}/1/lock`, 'ada', { locked: true })).body).toEqual({ locked: true })
    expect((await call(app, `${at}/1`, { method: 'DELETE', as: 'ada' })).status).toBe(200)
    expect((await call(app, `${at}/1`)).status).toBe(404)
  })

  test('who may not, learns no more than they may', async () => {
    await using app = await openWorld(database, 'private')
    await post(app, at, 'ada', { title: 'Secret water', description: '' })
    const paths = ['', '/1', '/9', '/1/storage']
    const seen = new Set<string>()
    for (const path of paths)
      for (const as of [undefined, 'eve'] as const)
        seen.add(
          JSON.stringify(
            await call(app, `${at}${path}`, as === undefined ? {} : { as }).then(({ status, code, body }) => [
              as ?? null,
              status,
              code,
              body.error,
            ]),
          ),
        )
    const missing = '/api/models/ada/nothing/discussions'
    const expected = await Promise.all(
      [undefined, 'eve'].map((as) =>
        call(app, missing, as === undefined ? {} : { as }).then(({ status, code, body }) =>
          JSON.stringify([as ?? null, status, code, body.error]),
        ),
      ),
    )
    expect([...seen].toSorted()).toEqual(expected.toSorted())
    for (const [path, body] of [
      ['', { title: 'x', description: '' }],
      ['/1/comment', { comment: '' }],
      ['/1/merge', {}],
      ['/1/comment/ffffffffffffffffffffffff/edit', {}],
    ] as const)
      expect(await post(app, `${at}${path}`, 'eve', body)).toMatchObject({ status: 404, code: 'RepoNotFound' })
    expect((await post(app, at, undefined, {})).status).toBe(401)
  })

  test('bad input is told, and nothing is written', async () => {
    await using app = await openWorld(database)
    await post(app, at, 'eve', { title: 'High water', description: '' })
    for (const [path, body, status] of [
      ['', { title: 'ab', description: '' }, 400],
      ['', { title: 'x'.repeat(201) }, 400],
      ['', { description: 'no title' }, 400],
      ['', { title: 'High water', description: 'x'.repeat(65_537) }, 400],
      ['/1/comment', { comment: '' }, 400],
      ['/1/comment', { comment: 'x'.repeat(65_537) }, 400],
      ['/1/comment', { comment: 'x'.repeat(600_000) }, 413],
      ['/1/comment', { comment: 7 }, 400],
      ['/1/status', { status: 'merged' }, 400],
      ['/1/status', { status: 'open' }, 400],
      ['/1/title', { title: 'High water' }, 400],
      ['/1/merge', {}, 404],
      ['/2/comment', { comment: 'x' }, 404],
      ['/99999999999999999999/comment', { comment: 'x' }, 404],
      ['/1/comment/zz/edit', { content: 'x' }, 404],
    ] as const)
      expect([path, (await post(app, `${at}${path}`, 'ada', body)).status]).toEqual([path, status])
    for (const query of ['type=x', 'status=merged', 'p=-1', 'p=x']) expect((await call(app, `${at}?${query}`)).status).toBe(400)
    expect((await call(app, `${at}?type=&status=&author=&p=`)).body.count).toBe(1)
    expect((await call(app, at)).body.discussions[0]?.numComments).toBe(0)
  })

  test('an account that is gone leaves no key', async () => {
    await using app = await openWorld(database)
    await post(app, at, 'eve', { title: 'High water', description: 'mine' })
    await app.hub.db.write((tx) => tx.deleteFrom('account').where('name', '=', 'eve').execute())
    const details = (await call(app, `${at}/1`)).body
    const first = details.events[0] as WireEvent
    expect([Object.keys(details).includes('author'), Object.keys(first).includes('author')]).toEqual([false, false])
    expect(Object.keys(first.data.latest)).toEqual(['raw', 'html', 'updatedAt'])
    expect(Object.keys((await call(app, at)).body.discussions[0] ?? {})).not.toContain('author')
  })

  test('switched off by the settings', async () => {
    await using app = await openWorld(database)
    const path = '/api/models/ada/tides/settings'
    const off = await call(app, path, { method: 'PUT', as: 'ada', json: { discussionsDisabled: true } })
    expect(off.body).toMatchObject({ discussionsDisabled: true, visibility: 'public' })
    expect((await post(app, at, 'eve', { title: 'High water', description: '' })).status).toBe(403)
    expect((await call(app, path, { method: 'PUT', as: 'ada', json: { discussionsDisabled: false } })).body.discussionsDisabled).toBe(false)
    expect((await post(app, at, 'eve', { title: 'High water', description: '' })).body.num).toBe(1)
  })

  test('a pull request: draft, commits, diff, conflicts, merge', async () => {
    await using server = await openTestServer({ database })
    const ada = await server.addUser('ada')
    const eve = await server.addUser('eve')
    await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides', files: [{ path: 'a.txt', content: Buffer.from('1\n') }] })
    const ask = async (path: string, as: typeof ada | null, json?: unknown) => {
      const headers = { ...(as ? { authorization: `Bearer ${as.token}` } : {}), 'content-type': 'application/json' }
      const answer = await server.request(path, json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) })
      return { status: answer.status, body: (await answer.json()) as Body }
    }
    expect((await ask(at, eve, { title: 'Mend it', description: '', pullRequest: true })).body).toMatchObject({ num: 1, pullRequest: true })
    expect((await ask(`${at}/1?diff=1`, null)).body).toMatchObject({
      status: 'draft',
      isPullRequest: true,
      changes: { base: 'refs/heads/main' },
      filesWithConflicts: [],
      diff: '',
    })
    const change = ndjson(header('Mend'), file('a.txt', '2\n'))
    expect((await commit(server, 'models/ada/tides', change, { as: eve, revision: 'refs/pr/1' })).status).toBe(200)
    expect((await commit(server, 'models/ada/tides', change, { as: eve })).status).toBe(403)
    const made = await commit(server, 'models/ada/tides', change, { as: eve, createPr: true })
    expect(await made.json()).toMatchObject({ success: true, pullRequestUrl: `${server.origin}/ada/tides/discussions/2` })
    expect((await ask('/api/models/ada/tides/refs?include_prs=1', null)).body.pullRequests.map(({ ref }) => ref)).toEqual([
      'refs/pr/1',
      'refs/pr/2',
    ])
    const details = (await ask(`${at}/2?diff=1`, null)).body
    expect(details).toMatchObject({ status: 'open', title: 'Mend' })
    expect(details.diff).toContain('-1\n+2\n')
    await commit(server, 'models/ada/tides', ndjson(header('Base'), file('a.txt', '3\n')), { as: ada })
    const refused = await ask(`${at}/2/merge`, ada, {})
    expect([refused.status, refused.body.conflicts]).toEqual([409, ['a.txt']])
    expect((await ask(`${at}/2`, null)).body.filesWithConflicts).toEqual(['a.txt'])
    await commit(server, 'models/ada/tides', ndjson(header('Back'), file('a.txt', '1\n')), { as: ada })
    expect((await ask(`${at}/2/merge`, eve, {})).status).toBe(403)
    const merge = await server.request(`${at}/2/merge`, { method: 'POST', headers: { authorization: `Bearer ${ada.token}` } })
    const { mergeCommitId } = (await merge.json()) as { mergeCommitId: string }
    expect([merge.status, (await ask(`${at}/2`, null)).body]).toMatchObject([
      200,
      { status: 'merged', changes: { base: 'refs/heads/main', mergeCommitId }, filesWithConflicts: [] },
    ])
    expect(await (await server.request('/ada/tides/resolve/main/a.txt')).text()).toBe('2\n')
  })
})
