import { describe, expect, test } from 'vitest'
import {
  type Actor,
  createUser,
  loadActor,
  type CommitOperation,
  createCommit,
  type Hub,
  createRepo,
  findEntry,
  listRefs,
  readBlob,
  resolveRevision,
} from '@portolan/hub'
import { databases, openTestHub } from '@portolan/hub/testing'
import { type CommitDraft, commitDraft, editPage, previewDraft } from './edit-page.ts'

const file = (path: string, content: string | Buffer): CommitOperation => ({ kind: 'file', path, content: Buffer.from(content) })

async function start(hub: Hub, visibility: 'public' | 'private' = 'public') {
  const people: Actor[] = []
  for (const name of ['ada', 'eve']) {
    const actor = await loadActor(hub.db.read, (await createUser(hub, { name, password: null })).id, null)
    if (actor) people.push(actor)
  }
  const [ada, eve] = people as [Actor, Actor]
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm', visibility })
  const commit = async (...operations: CommitOperation[]) =>
    (await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })).commitOid
  const text = async (path: string, revision = 'main') => {
    const { commitOid } = await resolveRevision(hub, repo, revision)
    const entry = await findEntry(hub, repo, commitOid, path)
    return entry ? (await readBlob(hub, repo, entry.oid)).toString() : null
  }
  const open = (rest: string, isNew = false, as = ada) => editPage(hub, as, 'model', 'ada/m', rest, isNew)
  const send = (draft: Partial<CommitDraft>, as = ada) =>
    commitDraft(hub, as, 'model', 'ada/m', {
      rest: 'main/a.txt',
      parent: '',
      path: 'a.txt',
      oldPath: 'a.txt',
      text: '',
      summary: 'Change it',
      description: '',
      newBranch: null,
      isPullRequest: false,
      isDeletion: false,
      ...draft,
    })
  return { ada, eve, repo, commit, text, open, send }
}

describe.for(databases)('editing in the browser on %s', (database) => {
  test('a text is given and taken, moved and deleted', async () => {
    await using hub = await openTestHub({ database })
    const { commit, text, open, send } = await start(hub)
    const parent = await commit(file('a.txt', 'one\r\ntwo\r\n'))
    const page = await open('main/a.txt')
    expect([page.text, page.problem, page.commitOid]).toEqual(['one\r\ntwo\r\n', null, parent])
    const done = await send({ parent, text: 'one\r\n2\r\n' })
    expect(done).toMatchObject({ kind: 'done', branch: 'main', path: 'a.txt' })
    expect(await text('a.txt')).toBe('one\r\n2\r\n')
    const moved = await send({ parent: done.kind === 'done' ? done.commitOid : '', path: 'b/c.txt', text: '3\n' })
    expect([await text('a.txt'), await text('b/c.txt')]).toEqual([null, '3\n'])
    await send({
      parent: moved.kind === 'done' ? moved.commitOid : '',
      rest: 'main/b/c.txt',
      oldPath: 'b/c.txt',
      path: 'b/c.txt',
      isDeletion: true,
    })
    expect(await text('b/c.txt')).toBe(null)
  })

  test("a new file takes nobody's place; a new branch is made for a change, and not left without it", async () => {
    await using hub = await openTestHub({ database })
    const { repo, commit, text, send } = await start(hub)
    const parent = await commit(file('a.txt', '1\n'))
    await expect(send({ rest: 'main', oldPath: null, parent, text: 'x' })).rejects.toMatchObject({ details: { field: 'path' } })
    await send({ rest: 'main', oldPath: null, path: 'new/b.txt', parent, text: 'x', newBranch: 'feat/b' })
    expect([await text('new/b.txt'), await text('new/b.txt', 'feat/b')]).toEqual([null, 'x'])
    const broken = { path: 'README.md', oldPath: null, rest: 'main', parent, text: '---\nlicense: [\n---\n', newBranch: 'feat/c' }
    await expect(send(broken)).rejects.toMatchObject({ code: 'commit.invalid_card' })
    await expect(send({ path: '../x', parent, newBranch: 'feat/d' })).rejects.toMatchObject({ code: 'commit.invalid_path' })
    expect((await listRefs(hub, repo)).branches.map(({ name }) => name)).toEqual(['main', 'feat/b'])
  })

  test('who comes late is told what changed, and may commit on top of it', async () => {
    await using hub = await openTestHub({ database })
    const { commit, text, send } = await start(hub)
    const parent = await commit(file('a.txt', '1\n'))
    await commit(file('b.txt', '1\n'))
    const head = await commit(file('a.txt', '2\n'))
    const outcome = await send({ parent, text: '3\n' })
    expect(outcome).toEqual({ kind: 'stale', parent: head, commits: 2, paths: ['a.txt', 'b.txt'], touched: true })
    expect(await text('a.txt')).toBe('2\n')
    await send({ parent: head, text: '3\n' })
    expect(await text('a.txt')).toBe('3\n')
    expect(await send({ parent: head, rest: 'main', oldPath: null, path: 'c.txt', text: 'c' })).toMatchObject({
      kind: 'stale',
      touched: false,
    })
  })

  test('only what a browser can give back as it is may be edited, and only on a branch', async () => {
    await using hub = await openTestHub({ database })
    const { commit, open } = await start(hub)
    const oid = await commit(
      file('binary.dat', Buffer.from([0, 1])),
      file('latin.txt', Buffer.from([0xe9, 0x0a])),
      file('long.txt', 'x'.repeat(600_000)),
      file('README.md', '---\nlicense: mit\n---\n'),
    )
    const problems = await Promise.all(['binary.dat', 'latin.txt', 'long.txt'].map(async (path) => (await open(`main/${path}`)).problem))
    expect(problems).toEqual(['not-text', 'not-text', 'too-large'])
    expect((await open(`${oid}/README.md`)).problem).toBe('not-a-branch')
    expect((await open('main/README.md', true)).problem).toBe('exists')
    expect((await open('main/README.md')).card?.license).toEqual(['mit'])
    await expect(open('main/nope')).rejects.toMatchObject({ code: 'entry.not_found' })
  })

  test('a preview shows the change and the card, says what is wrong, and writes nothing', async () => {
    await using hub = await openTestHub({ database })
    const { ada, commit } = await start(hub)
    const parent = await commit(file('README.md', '---\nlicense: mit\n---\n# Old\n'))
    const draft = { rest: 'main/README.md', parent, path: 'README.md', oldPath: 'README.md' }
    const preview = await previewDraft(hub, ada, 'model', 'ada/m', {
      ...draft,
      text: '---\nlicense: mit\npipeline_tag: nonsense\n---\n# New <script>alert(1)</script>\n',
    })
    expect([preview.diff.added, preview.diff.removed, preview.diff.files[0]?.status]).toEqual([2, 1, 'changed'])
    expect(preview.shown.kind).toBe('markdown')
    expect(preview.shown.html).toContain('New')
    expect(preview.shown.html).not.toContain('<script')
    expect(preview.cardWarnings).toEqual([expect.stringContaining('"pipeline_tag"')])
    const broken = await previewDraft(hub, ada, 'model', 'ada/m', { ...draft, text: '---\na: [\n---\n' })
    expect(broken.cardErrors).toEqual([expect.stringContaining('(line')])
    expect((await hub.db.read.selectFrom('rendered').selectAll().execute()).length).toBe(0)
  })

  test('strangers may not, and learn nothing of what is private', async () => {
    await using hub = await openTestHub({ database })
    const { eve, commit, open, send } = await start(hub, 'private')
    const parent = await commit(file('a.txt', '1\n'))
    await expect(open('main/a.txt', false, eve)).rejects.toMatchObject({ code: 'repo.not_found' })
    await expect(send({ parent, text: 'x' }, eve)).rejects.toMatchObject({ code: 'repo.not_found' })
  })

  test('who may not write may propose: a pull request, and main stays as it is', async () => {
    await using hub = await openTestHub({ database })
    const { eve, commit, open, send, text } = await start(hub)
    const parent = await commit(file('a.txt', '1\n'))
    expect((await open('main/a.txt', false, eve)).text).toBe('1\n')
    await expect(send({ parent, text: 'x' }, eve)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(send({ parent, text: 'x', newBranch: 'mine' }, eve)).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await send({ parent, text: '2\n', isPullRequest: true }, eve)).toMatchObject({ kind: 'done', pullRequest: 1 })
    expect([await text('a.txt'), await text('a.txt', 'refs/pr/1')]).toEqual(['1\n', '2\n'])
  })
})
