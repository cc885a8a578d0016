import { limits } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import { anonymous, type UserActor } from '../../foundation/actor/index.ts'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { Hub } from '../../hub.ts'
import { listNotifications, markRead, watchDiscussion, watchRepo, countUnread } from '../notifications/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import type { Repo } from '../../repository/access/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { addComment, editComment, hideComment, react } from './comments.ts'
import {
  changeStatus,
  deleteDiscussion,
  lockDiscussion,
  pinDiscussion,
  renameDiscussion,
  setDiscussionsDisabled,
} from './change-discussion.ts'
import { findDiscussion, requireDiscussion } from './discussion.ts'
import { hiddenNotice, listEvents } from './list-events.ts'
import { listDiscussions } from './list-discussions.ts'
import { openDiscussion } from './open-discussion.ts'

interface World extends AsyncDisposable {
  hub: Awaited<ReturnType<typeof openTestHub>>
  root: UserActor
  ada: UserActor
  bob: UserActor
  eve: UserActor
  repo: Repo
}

async function openWorld(database: 'sqlite' | 'postgres', visibility: 'public' | 'private' = 'public'): Promise<World> {
  const hub = await openTestHub({ database })
  const [root, ada, bob, eve] = [await person(hub, 'root'), await person(hub, 'ada'), await person(hub, 'bob'), await person(hub, 'eve')]
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides', visibility })
  return { hub, root, ada, bob, eve, repo, [Symbol.asyncDispose]: () => hub.close() }
}

async function person(hub: Hub, name: string): Promise<UserActor> {
  const { id } = await createUser(hub, { name, password: null })
  const actor = await loadActor(hub.db.read, id, null)
  if (!actor) throw new Error(`${name} is not there`)
  return actor
}

const open = ({ hub, repo }: World, actor: UserActor, title = 'High water', description = 'When is it?') =>
  openDiscussion(hub, actor, repo, { title, description })

async function comments({ hub, repo }: World, num = 1) {
  const events = await listEvents(hub, repo, await requireDiscussion(hub.db.read, repo, num))
  return events.flatMap(({ comment, id }) => (comment ? [{ id, ...comment }] : []))
}

async function types({ hub, repo }: World, num = 1): Promise<string[]> {
  return (await listEvents(hub, repo, await requireDiscussion(hub.db.read, repo, num))).map(({ type }) => type)
}

describe.for(databases)('discussions on %s', (database) => {
  test('anybody who sees the repo opens one; the description is its first comment', async () => {
    await using world = await openWorld(database)
    const { hub, bob, repo } = world
    const opened = await open(world, bob)
    expect(opened).toMatchObject({ num: 1, title: 'High water', status: 'open', isPullRequest: false, comments: 0 })
    const [first] = await listEvents(hub, repo, opened)
    expect(first).toMatchObject({ type: 'comment', author: { name: 'bob' }, comment: { raw: 'When is it?', html: '<p>When is it?</p>' } })
    expect(first?.id).toMatch(/^[0-9a-f]{24}$/)
    await expect(openDiscussion(hub, anonymous, repo, { title: 'Anonymous', description: '' })).rejects.toMatchObject({
      code: 'auth.required',
    })
  })

  test('numbers have no gaps, whoever comes at the same time and whatever failed or was deleted', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const tries = Array.from({ length: 12 }, (_, i) =>
      open(world, i % 2 === 0 ? ada : bob, i % 3 === 0 ? 'x' : `Topic ${i}`).then(
        ({ num }) => num,
        () => null,
      ),
    )
    const numbers = (await Promise.all(tries)).filter((num) => num !== null)
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await deleteDiscussion(hub, ada, repo, 8)
    expect((await open(world, bob)).num).toBe(9)
    expect(await findDiscussion(hub.db.read, repo, 8)).toBe(null)
  })

  test('a private repo has no discussions for strangers, whatever they ask', async () => {
    await using world = await openWorld(database, 'private')
    const { hub, ada, eve, repo } = world
    await open(world, ada)
    const [first] = await comments(world)
    const id = first?.id ?? ''
    const asked = [
      () => open(world, eve),
      () => addComment(hub, eve, repo, 1, { text: 'hm' }),
      () => addComment(hub, eve, repo, 7, { text: 'hm' }),
      () => editComment(hub, eve, repo, 1, id, 'hm'),
      () => hideComment(hub, eve, repo, 1, id),
      () => react(hub, eve, repo, 1, id, { reaction: '👍', isOn: true }),
      () => changeStatus(hub, eve, repo, 1, { status: 'closed' }),
      () => watchRepo(hub, eve, repo, 'all'),
    ]
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'repo.not_found' })
  })

  test('lists by kind, state, author and words; pinned ones come first', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await open(world, ada, 'Spring tide 100%')
    await open(world, bob, 'Neap tide')
    await openDiscussion(hub, bob, repo, {
      title: 'Fix the tide',
      description: '',
      pullRequest: { baseRef: 'refs/heads/main', isDraft: false },
    })
    await changeStatus(hub, bob, repo, 2, { status: 'closed' })
    await pinDiscussion(hub, ada, repo, 1, true)
    const all = { type: 'all', status: 'all', page: 0 } as const
    const list = async (asked: Partial<Parameters<typeof listDiscussions>[2]>) => {
      const page = await listDiscussions(hub, repo, { ...all, ...asked })
      return [page.count, page.discussions.map(({ num }) => num)]
    }
    expect(await list({})).toEqual([3, [1, 3, 2]])
    expect(await list({ sort: 'oldest' })).toEqual([3, [1, 2, 3]])
    expect(await list({ type: 'discussion' })).toEqual([2, [1, 2]])
    expect(await list({ type: 'pull_request' })).toEqual([1, [3]])
    expect(await list({ status: 'open' })).toEqual([2, [1, 3]])
    expect(await list({ status: 'closed' })).toEqual([1, [2]])
    expect(await list({ author: 'BOB' })).toEqual([2, [3, 2]])
    expect(await list({ search: 'TIDE fix' })).toEqual([1, [3]])
    expect(await list({ search: '0%' })).toEqual([1, [1]])
    expect(await list({ search: '_' })).toEqual([0, []])
    expect(await list({ page: 1 })).toEqual([3, []])
  })

  test('pages hold every discussion once', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    for (let i = 1; i <= 45; i++) await open(world, ada, `Topic ${i}`, '')
    const pages = await Promise.all([0, 1, 2, 3].map((page) => listDiscussions(hub, repo, { type: 'all', status: 'all', page })))
    expect(pages.map(({ count, start, discussions }) => [count, start, discussions.length])).toEqual([
      [45, 0, 20],
      [45, 20, 20],
      [45, 40, 5],
      [45, 60, 0],
    ])
    expect(pages.flatMap(({ discussions }) => discussions.map(({ num }) => num))).toEqual(Array.from({ length: 45 }, (_, i) => 45 - i))
  })

  test('an edit keeps what was said before; nobody edits what another wrote', async () => {
    await using world = await openWorld(database)
    const { hub, root, ada, bob, eve, repo } = world
    await open(world, bob)
    const id = await addComment(hub, bob, repo, 1, { text: 'first' })
    hub.tick(1_000)
    await editComment(hub, bob, repo, 1, id, 'second')
    await editComment(hub, bob, repo, 1, id.toUpperCase(), 'third')
    for (const other of [root, ada, eve])
      await expect(editComment(hub, other, repo, 1, id, 'forged')).rejects.toMatchObject({ code: 'auth.forbidden' })
    const comment = (await comments(world)).find((each) => each.id === id)
    expect(comment).toMatchObject({ raw: 'third', history: [{ raw: 'first' }, { raw: 'second' }], editor: { name: 'bob' } })
    await expect(editComment(hub, bob, repo, 1, 'f'.repeat(24), 'x')).rejects.toMatchObject({ code: 'discussion.not_found' })
  })

  test('a comment of one discussion is not reached through another', async () => {
    await using world = await openWorld(database)
    const { hub, bob, repo } = world
    await open(world, bob)
    await open(world, bob)
    const id = await addComment(hub, bob, repo, 1, { text: 'here' })
    await expect(editComment(hub, bob, repo, 2, id, 'there')).rejects.toMatchObject({ code: 'discussion.not_found' })
    await expect(addComment(hub, bob, repo, 2, { text: 'answer', replyTo: id })).rejects.toMatchObject({ code: 'discussion.not_found' })
  })

  test('what is hidden is not told to anybody, its history neither', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    await open(world, bob)
    const id = await addComment(hub, bob, repo, 1, { text: 'token hf_secret' })
    await editComment(hub, bob, repo, 1, id, 'token hf_other')
    await expect(hideComment(hub, eve, repo, 1, id)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await hideComment(hub, ada, repo, 1, id)
    const events = await listEvents(hub, repo, await requireDiscussion(hub.db.read, repo, 1))
    expect(JSON.stringify(events)).not.toContain('hf_')
    expect(events.find((event) => event.id === id)?.comment).toMatchObject({
      raw: hiddenNotice,
      isHidden: true,
      hiddenBy: 'ada',
      history: [],
    })
    await expect(editComment(hub, bob, repo, 1, id, 'again')).rejects.toMatchObject({ code: 'auth.forbidden' })
  })

  test('titles and states change by the author and by writers, not by others', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    await open(world, bob)
    await renameDiscussion(hub, bob, repo, 1, 'Low  water')
    await changeStatus(hub, ada, repo, 1, { status: 'closed', comment: 'Answered' })
    await changeStatus(hub, bob, repo, 1, { status: 'open' })
    expect(await requireDiscussion(hub.db.read, repo, 1)).toMatchObject({ title: 'Low water', status: 'open', comments: 1 })
    expect(await types(world)).toEqual(['comment', 'title-change', 'comment', 'status-change', 'status-change'])
    for (const work of [
      () => renameDiscussion(hub, eve, repo, 1, 'Mine now'),
      () => changeStatus(hub, eve, repo, 1, { status: 'closed' }),
      () => lockDiscussion(hub, bob, repo, 1, true),
      () => pinDiscussion(hub, bob, repo, 1, true),
      () => deleteDiscussion(hub, bob, repo, 1),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(renameDiscussion(hub, bob, repo, 1, 'Low water')).rejects.toMatchObject({ code: 'discussion.unchanged' })
    await expect(changeStatus(hub, bob, repo, 1, { status: 'open' })).rejects.toMatchObject({ code: 'discussion.unchanged' })
  })

  test('a locked discussion takes comments, edits and reactions of writers only', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await open(world, bob)
    const id = await addComment(hub, bob, repo, 1, { text: 'before' })
    await lockDiscussion(hub, ada, repo, 1, true)
    for (const work of [
      () => addComment(hub, bob, repo, 1, { text: 'after' }),
      () => editComment(hub, bob, repo, 1, id, 'changed'),
      () => react(hub, bob, repo, 1, id, { reaction: '👍', isOn: true }),
      () => changeStatus(hub, bob, repo, 1, { status: 'closed', comment: 'by the back door' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'discussion.locked' })
    await addComment(hub, ada, repo, 1, { text: 'closed for now' })
    await lockDiscussion(hub, ada, repo, 1, false)
    await addComment(hub, bob, repo, 1, { text: 'after' })
  })

  test('reactions count once for each person, and are taken back', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await open(world, bob)
    const id = (await comments(world))[0]?.id ?? ''
    for (const actor of [ada, bob, bob]) await react(hub, actor, repo, 1, id, { reaction: '🚀', isOn: true })
    await react(hub, ada, repo, 1, id, { reaction: '❤️', isOn: true })
    await react(hub, ada, repo, 1, id, { reaction: '❤️', isOn: false })
    expect((await comments(world))[0]?.reactions).toEqual([{ reaction: '🚀', users: ['ada', 'bob'] }])
    await expect(react(hub, bob, repo, 1, id, { reaction: '<b>', isOn: true })).rejects.toMatchObject({ code: 'body.invalid' })
    const { discussions } = await listDiscussions(hub, repo, { type: 'all', status: 'all', page: 0 })
    expect(discussions[0]?.topReactions).toEqual([{ reaction: '🚀', count: 2 }])
  })

  test('sizes have limits: titles, comments, events of one discussion', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    for (const title of ['', 'ab', ' a b'.trim().slice(0, 2), 'x'.repeat(201)])
      await expect(open(world, bob, title)).rejects.toMatchObject({ code: 'body.invalid' })
    await open(world, bob, 'x'.repeat(200), 'y'.repeat(65_536))
    await expect(addComment(hub, bob, repo, 1, { text: 'y'.repeat(65_537) })).rejects.toMatchObject({ code: 'body.invalid' })
    await expect(addComment(hub, bob, repo, 1, { text: ' \n ' })).rejects.toMatchObject({ code: 'body.invalid' })
    await addComment(hub, bob, repo, 1, { text: 'nul \0 and half \ud800 a pair' })
    expect((await comments(world)).at(-1)?.raw).toBe('nul \ufffd and half \ufffd a pair')
    await hub.db.write((tx) => tx.updateTable('discussion').set({ events: limits.discussionEvents }).where('num', '=', 1).execute())
    await expect(addComment(hub, bob, repo, 1, { text: 'one too many' })).rejects.toMatchObject({ code: 'discussion.full' })
    expect(await comments(world)).toHaveLength(2)
    await changeStatus(hub, ada, repo, 1, { status: 'closed' })
  })

  test('nobody floods a repo that is not theirs', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await open(world, bob)
    for (let i = 1; i < limits.commentsPerTenMinutes; i++) await addComment(hub, bob, repo, 1, { text: `flood ${i}` })
    await expect(addComment(hub, bob, repo, 1, { text: 'flood' })).rejects.toMatchObject({ code: 'auth.rate_limited' })
    await expect(open(world, bob)).rejects.toMatchObject({ code: 'auth.rate_limited' })
    await addComment(hub, ada, repo, 1, { text: 'calm down' })
    hub.tick(10 * 60 * 1000 + 1)
    await addComment(hub, bob, repo, 1, { text: 'sorry' })
  })

  test('where discussions are switched off nothing is written, and what is there stays', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await open(world, bob)
    await expect(setDiscussionsDisabled(hub, bob, repo, true)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await setDiscussionsDisabled(hub, ada, repo, true)
    await expect(open(world, bob)).rejects.toMatchObject({ code: 'discussion.disabled' })
    await expect(addComment(hub, ada, repo, 1, { text: 'hm' })).rejects.toMatchObject({ code: 'discussion.disabled' })
    expect(await comments(world)).toHaveLength(1)
    await setDiscussionsDisabled(hub, ada, repo, false)
    expect((await open(world, bob)).num).toBe(2)
  })

  test('a token may write when it says so: a read token never, a fine-grained one with its permission', async () => {
    await using world = await openWorld(database)
    const { hub, bob, repo } = world
    const token = { id: 1, name: 't', createdAt: hub.now(), expiresAt: null, scopes: [], global: [], canReadGatedRepos: false }
    const fine = (permissions: readonly ('repo.content.read' | 'discussion.write')[], id = repo.id) => ({
      ...bob,
      token: {
        ...token,
        role: 'fineGrained' as const,
        scopes: [{ entity: { type: 'model' as const, name: 'ada/tides', uid: 'u', id }, permissions }],
      },
    })
    await expect(open(world, { ...bob, token: { ...token, role: 'read' } })).rejects.toMatchObject({
      code: 'auth.read_only_token',
    })
    await expect(open(world, fine(['repo.content.read']))).rejects.toMatchObject({
      code: 'auth.missing_permission',
      details: { permission: 'discussion.write' },
    })
    await expect(open(world, fine(['discussion.write'], repo.id + 1))).rejects.toMatchObject({ code: 'auth.missing_permission' })
    expect((await open(world, fine(['discussion.write']))).num).toBe(1)
    await expect(addComment(hub, fine(['repo.content.read']), repo, 1, { text: 'x' })).rejects.toMatchObject({
      code: 'auth.missing_permission',
    })
  })

  test('what somebody wrote stays when their account goes', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await open(world, bob)
    await addComment(hub, ada, repo, 1, { text: 'fine' })
    await hub.db.write((tx) => tx.deleteFrom('account').where('id', '=', bob.userId).execute())
    const events = await listEvents(hub, repo, await requireDiscussion(hub.db.read, repo, 1))
    expect(events.map(({ author }) => author?.name ?? null)).toEqual([null, 'ada'])
    expect((await requireDiscussion(hub.db.read, repo, 1)).author).toBe(null)
  })
})

describe.for(databases)('what comments say, on %s', (database) => {
  test('names and numbers become links where they are known and stand in text', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    await open(world, ada)
    const text = 'Ask @Bob, @eve. or mail bob@eve, see #1 and #7, `@bob #1`, [@bob](https://example.org), **@nobody** and a#1.'
    await addComment(hub, ada, repo, 1, { text })
    const html = (await comments(world))[1]?.html ?? ''
    expect(html).toContain('<a href="/bob" class="mention">@bob</a>, <a href="/eve" class="mention">@eve</a>. or mail')
    expect(html).toContain('see <a href="/ada/tides/discussions/1">#1</a> and #7')
    expect(html.match(/class="mention"/g)).toHaveLength(2)
    expect(html).toContain('<strong>@nobody</strong>')
  })

  test.for([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '@bob<img src=x onerror=alert(1)>#1',
    '<style>*{display:none}</style><iframe src="//evil.example"></iframe><form action="/sign-out"><button>x</button></form>',
  ])('%j does nothing', async (text) => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    await open(world, ada)
    await addComment(hub, ada, repo, 1, { text })
    const html = (await comments(world))[1]?.html ?? ''
    expect(html).not.toMatch(/<(script|style|iframe|form|button|svg)|onerror|javascript:|data:/i)
  })
})

describe.for(databases)('notifications on %s', (database) => {
  const unread = async (hub: Hub, actor: UserActor) =>
    (await listNotifications(hub, actor, { isUnread: true, page: 0, limit: 50 })).entries.map(({ num, reason }) => `${num} ${reason}`)

  test('the owner, those who take part and those who are named hear of it; who did it does not', async () => {
    await using world = await openWorld(database)
    const { hub, root, ada, bob, eve, repo } = world
    await open(world, bob, 'High water', 'Does @root know? `@eve`')
    expect(await Promise.all([root, ada, bob, eve].map((each) => unread(hub, each)))).toEqual([['1 mention'], ['1 owner'], [], []])
    await addComment(hub, ada, repo, 1, { text: 'At noon' })
    expect(await unread(hub, bob)).toEqual(['1 participant'])
    expect(await unread(hub, root)).toEqual(['1 mention'])
    expect([await countUnread(hub, bob), await countUnread(hub, eve)]).toEqual([1, 0])
    const [entry] = (await listNotifications(hub, bob, { isUnread: false, page: 0, limit: 50 })).entries
    await markRead(hub, bob, entry?.discussionId ?? 0)
    expect(await unread(hub, bob)).toEqual([])
    await addComment(hub, ada, repo, 1, { text: 'And at midnight' })
    await markRead(hub, bob, 'all')
    expect(await countUnread(hub, bob)).toBe(0)
  })

  test('a repo is watched or muted, a discussion left', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    await watchRepo(hub, eve, repo, 'all')
    await watchRepo(hub, ada, repo, 'muted')
    const { id } = await open(world, bob)
    expect([await unread(hub, eve), await unread(hub, ada)]).toEqual([['1 watch'], []])
    await watchRepo(hub, ada, repo, 'participating')
    await watchDiscussion(hub, bob, repo, id, false)
    await addComment(hub, eve, repo, 1, { text: 'Well @bob' })
    expect([await unread(hub, bob), await unread(hub, ada)]).toEqual([[], ['1 owner']])
  })

  test('nobody hears of a private repo that they may not see, named or watching', async () => {
    await using world = await openWorld(database, 'private')
    const { hub, ada, eve, repo } = world
    await hub.db.write((tx) => tx.insertInto('repo_watch').values({ repo_id: repo.id, user_id: eve.userId, level: 'all' }).execute())
    await open(world, ada, 'Secret tide', '@eve @root')
    expect(await unread(hub, eve)).toEqual([])
    expect((await hub.db.read.selectFrom('notification').selectAll().where('user_id', '=', eve.userId).execute()).length).toBe(0)
  })

  test('a list of names calls only the first', async () => {
    await using world = await openWorld(database)
    const { hub, ada } = world
    const names = Array.from({ length: limits.mentions + 5 }, (_, i) => `sailor${i}`)
    for (const name of names) await createUser(hub, { name, password: null })
    await open(world, ada, 'All hands', names.map((name) => `@${name}`).join(' '))
    const called = await hub.db.read.selectFrom('notification').select('user_id').where('reason', '=', 'mention').execute()
    expect(called).toHaveLength(limits.mentions)
  })
})
