import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Oid } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { type CommitOperation, createCommit, updateRefs, RefMovedError } from '../commits/index.ts'
import {
  addComment,
  changeStatus,
  deleteDiscussion,
  deletePullRequestRef,
  listEvents,
  mayWritePullRequest,
  openDiscussion,
  requireDiscussion,
  setDiscussionsDisabled,
} from '../../community/discussions/index.ts'
import { preupload } from '../files/index.ts'
import { readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { storeInlineLarge } from '../../repository/lfs/index.ts'
import { createRepo, updateRepoSettings } from '../../repository/repos/index.ts'
import { findRepo, requireRepo, type WithContent } from '../../repository/access/index.ts'
import {
  createBranch,
  deleteBranch,
  findEntry,
  getCommit,
  listCommits,
  listRefs,
  readBlob,
  resolveRevision,
} from '../../repository/revisions/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { mergePullRequest } from './merge-pull-request.ts'
import { pullRequestDiff, pullRequestStorage } from './pull-request-diff.ts'
import { pullRequestState } from './changes.ts'

interface World extends AsyncDisposable {
  hub: Awaited<ReturnType<typeof openTestHub>>
  ada: UserActor
  bob: UserActor
  eve: UserActor
  repo: WithContent
}

async function openWorld(
  database: 'sqlite' | 'postgres',
  files: Readonly<Record<string, string>> = { 'a.txt': '1\n2\n3\n4\n5\n' },
): Promise<World> {
  const hub = await openTestHub({ database })
  // The first account is the hub's administrator.
  await person(hub, 'root')
  const [ada, bob, eve] = [await person(hub, 'ada'), await person(hub, 'bob'), await person(hub, 'eve')]
  const contents = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }))
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides', files: contents })
  return { hub, ada, bob, eve, repo, [Symbol.asyncDispose]: () => hub.close() }
}

async function person(hub: Hub, name: string): Promise<UserActor> {
  const { id } = await createUser(hub, { name, password: null })
  const actor = await loadActor(hub.db.read, id, null)
  if (!actor) throw new Error(`${name} is not there`)
  return actor
}

const put = (path: string, content: string): CommitOperation => ({ kind: 'file', path, content: Buffer.from(content) })

const commit = ({ hub, repo }: World, actor: UserActor, revision: string, ...operations: CommitOperation[]) =>
  createCommit(hub, actor, repo, { revision, summary: 'A change', operations })

/** Opens a pull request with these changes. */
async function propose({ hub, repo }: World, actor: UserActor, ...operations: CommitOperation[]): Promise<number> {
  const input = { revision: 'main', summary: 'Mend the tides', description: 'As discussed', operations, createPullRequest: true }
  const { pullRequest } = await createCommit(hub, actor, repo, input)
  if (pullRequest === null) throw new Error('nothing was proposed')
  return pullRequest
}

async function textAt({ hub, repo }: World, revision: string, path: string): Promise<string | null> {
  const { commitOid } = await resolveRevision(hub, repo, revision)
  const entry = await findEntry(hub, repo, commitOid, path)
  return entry ? (await readBlob(hub, repo, entry.oid)).toString() : null
}

const discussion = ({ hub, repo }: World, num: number) => requireDiscussion(hub.db.read, repo, num)
const headOf = ({ hub, repo }: World, revision = 'main') => resolveRevision(hub, repo, revision).then(({ commitOid }) => commitOid)

describe.for(databases)('pull requests on %s', (database) => {
  test('a pull request has its ref at once, begins as a draft, and is merged only when it is ready', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const { num } = await openDiscussion(hub, bob, repo, {
      title: 'A draft',
      description: '',
      pullRequest: { baseRef: 'refs/heads/main', isDraft: true },
    })
    expect(await headOf(world, 'refs/pr/1')).toBe(await headOf(world))
    expect((await listRefs(hub, repo)).pullRequests).toEqual([{ name: '1', ref: 'refs/pr/1', targetCommit: await headOf(world) }])
    await expect(mergePullRequest(hub, ada, repo, num, null)).rejects.toMatchObject({ code: 'pull_request.not_open' })
    await changeStatus(hub, bob, repo, num, { status: 'open' })
    await expect(mergePullRequest(hub, ada, repo, num, null)).rejects.toMatchObject({ code: 'pull_request.nothing_to_merge' })
    await commit(world, bob, 'refs/pr/1', put('c.txt', 'c'))
    await mergePullRequest(hub, ada, repo, num, null)
    expect(await textAt(world, 'main', 'c.txt')).toBe('c')
  })

  test('a conflict names its paths and changes nothing', async () => {
    await using world = await openWorld(database, { 'a.txt': '1\n', 'b/c.txt': '1\n', 'd.txt': '1\n' })
    const { hub, ada, bob, repo } = world
    const num = await propose(world, bob, put('a.txt', '2\n'), put('b/c.txt', '2\n'), put('d.txt', '2\n'))
    await commit(world, ada, 'main', put('a.txt', '3\n'), { kind: 'delete', path: 'b', scope: 'folder' })
    const head = await headOf(world)
    expect(await pullRequestState(hub, repo, await discussion(world, num))).toMatchObject({
      conflicts: ['a.txt', 'b/c.txt'],
      isMergeable: false,
    })
    await expect(mergePullRequest(hub, ada, repo, num, 'said for nothing')).rejects.toMatchObject({
      code: 'pull_request.conflict',
      details: { conflicts: ['a.txt', 'b/c.txt'] },
    })
    expect(await headOf(world)).toBe(head)
    expect(await discussion(world, num)).toMatchObject({ status: 'open', comments: 0 })
  })

  test('only who may write merges; only the author and writers commit to it, as long as it is open', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    const num = await propose(world, bob, put('b.txt', 'b'))
    for (const actor of [bob, eve])
      await expect(mergePullRequest(hub, actor, repo, num, null)).rejects.toMatchObject({ code: 'auth.forbidden' })
    const may = () => Promise.all([ada, bob, eve].map((actor) => mayWritePullRequest(hub, actor, repo, num)))
    expect(await may()).toEqual([true, true, false])
    await expect(commit(world, eve, 'refs/pr/1', put('x', 'x'))).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(commit(world, bob, 'main', put('x', 'x'))).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(commit(world, ada, 'refs/pr/7', put('x', 'x'))).rejects.toMatchObject({ code: 'pull_request.not_open' })
    await changeStatus(hub, bob, repo, num, { status: 'closed' })
    expect(await may()).toEqual([false, false, false])
    for (const actor of [ada, bob])
      await expect(commit(world, actor, 'refs/pr/1', put('x', 'x'))).rejects.toMatchObject({ code: 'pull_request.not_open' })
    await expect(mergePullRequest(hub, ada, repo, num, null)).rejects.toMatchObject({ code: 'pull_request.not_open' })
    await changeStatus(hub, bob, repo, num, { status: 'open' })
    await commit(world, ada, 'refs/pr/1', put('x', 'x'))
    await mergePullRequest(hub, ada, repo, num, null)
    expect(await may()).toEqual([false, false, false])
    await expect(changeStatus(hub, ada, repo, num, { status: 'open' })).rejects.toMatchObject({ code: 'discussion.unchanged' })
    await expect(changeStatus(hub, ada, repo, num, { status: 'closed' })).rejects.toMatchObject({ code: 'discussion.unchanged' })
  })

  test('of two merges at once one lands', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const num = await propose(world, bob, put('b.txt', 'b'))
    const results = await Promise.allSettled([1, 2, 3].map(() => mergePullRequest(hub, ada, repo, num, null)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'pull_request.not_open' })
    expect((await listCommits(hub, repo, await headOf(world), { page: 0, limit: 10 })).commits.map(({ title }) => title)).toEqual([
      'Mend the tides (#1)',
      'initial commit',
    ])
    const events = await listEvents(hub, repo, await discussion(world, num))
    expect(events.filter(({ type }) => type === 'status-change')).toHaveLength(1)
  })

  test('merges and commits to one base at the same time all land', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const numbers: number[] = []
    for (const name of ['p', 'q', 'r', 's']) numbers.push(await propose(world, bob, put(`${name}.txt`, name)))
    await Promise.all([
      ...numbers.map((num) => mergePullRequest(hub, ada, repo, num, null)),
      ...['t', 'u', 'v'].map((name) => commit(world, ada, 'main', put(`${name}.txt`, name))),
      commit(world, bob, 'refs/pr/1', put('late.txt', 'late')).catch(() => null),
    ])
    for (const name of ['p', 'q', 'r', 's', 't', 'u', 'v']) expect([name, await textAt(world, 'main', `${name}.txt`)]).toEqual([name, name])
    for (const num of numbers) expect((await discussion(world, num)).status).toBe('merged')
    // Whether the late commit came before the merge or not at all: the pull request reports what was merged.
    const first = await discussion(world, 1)
    expect(first.headOid).toBe(await headOf(world, 'refs/pr/1'))
    expect(await textAt(world, 'main', 'late.txt')).toBe(await textAt(world, 'refs/pr/1', 'late.txt'))
  })

  test('a card that breaks the rules is not merged, however it came about', async () => {
    const card = (anchor: string, ...more: string[]) =>
      `---\n${[`a: ${anchor}1`, 'b: 1', 'c: 1', 'license: mit', ...more].join('\n')}\n---\n`
    await using world = await openWorld(database, { 'README.md': card('&m ') })
    const { hub, ada, bob, repo } = world
    // Each side is valid on its own, but together they reference an anchor that does not exist.
    const num = await propose(world, bob, put('README.md', card('&m ', 'z: *m')))
    await commit(world, ada, 'main', put('README.md', card('')))
    await expect(mergePullRequest(hub, ada, repo, num, null)).rejects.toMatchObject({ code: 'commit.invalid_card' })
    expect((await discussion(world, num)).status).toBe('open')
  })

  test('facts and tags of the repo follow a merge', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const num = await propose(world, bob, put('README.md', '---\nlicense: mit\n---\n# Tides\n'))
    expect((await findRepo(hub, ada, 'model', 'ada/tides'))?.repo.license).toBe(null)
    await mergePullRequest(hub, ada, repo, num, null)
    expect((await findRepo(hub, ada, 'model', 'ada/tides'))?.repo.license).toBe('mit')
  })

  test('a stale parent, nothing to change and a name too short are told', async () => {
    await using world = await openWorld(database)
    const { hub, bob, repo } = world
    const ask = (input: object) =>
      createCommit(hub, bob, repo, { revision: 'main', summary: 'ok then', operations: [], createPullRequest: true, ...input })
    expect(await ask({})).toMatchObject({ changed: false, pullRequest: null })
    await expect(ask({ parentCommit: 'f'.repeat(40), operations: [put('x', 'x')] })).rejects.toMatchObject({ code: 'commit.stale_parent' })
    await expect(ask({ revision: 'refs/pr/1', operations: [put('x', 'x')] })).rejects.toMatchObject({ code: 'revision.not_found' })
    const { pullRequest } = await ask({ summary: 'x', operations: [put('x', 'x')] })
    expect((await discussion(world, pullRequest ?? 0)).title).toBe('Change: x')
    await expect(ask({ revision: 'refs/pr/1', operations: [put('y', 'y')] })).rejects.toMatchObject({ code: 'revision.not_a_branch' })
  })

  test('a pull request for another branch, which then goes', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    await createBranch(hub, ada, repo, { name: 'feat/x' })
    const input = { revision: 'feat/x', summary: 'For the branch', operations: [put('x', 'x')], createPullRequest: true }
    const num = (await createCommit(hub, bob, repo, input)).pullRequest ?? 0
    expect((await discussion(world, num)).baseRef).toBe('refs/heads/feat/x')
    await deleteBranch(hub, ada, repo, 'feat/x')
    expect(await pullRequestState(hub, repo, await discussion(world, num))).toMatchObject({ baseHead: null, isMergeable: false })
    await expect(mergePullRequest(hub, ada, repo, num, null)).rejects.toMatchObject({ code: 'revision.not_found' })
  })

  test('a ref goes when its pull request is closed, and with it when it is deleted; it does not come back from elsewhere', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    const num = await propose(world, bob, put('x', 'x'))
    const head = await headOf(world, 'refs/pr/1')
    await expect(deletePullRequestRef(hub, bob, repo, num)).rejects.toMatchObject({ code: 'pull_request.not_open' })
    await changeStatus(hub, bob, repo, num, { status: 'closed' })
    await expect(deletePullRequestRef(hub, eve, repo, num)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await deletePullRequestRef(hub, bob, repo, num)
    expect(await readRef(hub.db.read, repo.id, 'refs/pr/1')).toBe(null)
    await expect(changeStatus(hub, bob, repo, num, { status: 'open' })).rejects.toMatchObject({ code: 'pull_request.not_open' })
    expect(await pullRequestDiff(hub, bob, repo, await discussion(world, num))).toBe(null)
    const second = await propose(world, bob, put('x', 'x'))
    await deleteDiscussion(hub, ada, repo, second)
    expect(await readRef(hub.db.read, repo.id, `refs/pr/${second}`)).toBe(null)
    const land = (ref: string, from: Oid | null, to: Oid | null) =>
      hub.db.write((tx) => updateRefs(tx, hub, 'ada', repo, { changes: [{ ref, from, to }], objects: [], lfs: [], described: null }))
    for (const ref of ['refs/pr/1', 'refs/pr/2', 'refs/pr/9', 'refs/pr/x'])
      await expect(land(ref, null, head)).rejects.toMatchObject({ code: 'pull_request.not_open' })
    const third = await propose(world, bob, put('x', 'y'))
    await expect(land(`refs/pr/${third}`, await headOf(world, `refs/pr/${third}`), null)).rejects.toMatchObject({
      code: 'pull_request.not_open',
    })
    await expect(land(`refs/pr/${third}`, head, null)).rejects.toBeInstanceOf(RefMovedError)
  })

  test('a repo does not come to the top of lists by what strangers propose', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    hub.tick(60_000)
    await propose(world, bob, put('x', 'x'))
    await addComment(hub, bob, repo, 1, { text: 'please' })
    expect((await findRepo(hub, ada, 'model', 'ada/tides'))?.repo.updatedAt).toEqual(repo.updatedAt)
  })
})

describe.for(databases.filter((each) => each === 'postgres'))('the connections of %s', (database) => {
  test('a commit to one needs no second connection while it lands: when all are taken nobody would go on', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo } = world
    const { num } = await openDiscussion(hub, ada, repo, {
      title: 'A change',
      description: '',
      pullRequest: { baseRef: 'refs/heads/main', isDraft: false },
    })
    const others = Promise.withResolvers<void>()
    // The hub in a test has four.
    const held = [1, 2, 3].map(() => hub.db.write(() => others.promise))
    try {
      await commit(world, ada, `refs/pr/${num}`, put('b.txt', 'b'))
    } finally {
      others.resolve()
      await Promise.all(held)
    }
  })

  test('a commit of somebody who may only read becomes a pull request, and is merged as one commit of theirs', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, repo } = world
    const base = await headOf(world)
    const num = await propose(world, bob, put('a.txt', '1\n2\n3\n4\n5!\n'))
    await commit(world, bob, `refs/pr/${num}`, put('b.txt', 'new\n'))
    expect(await headOf(world)).toBe(base)
    const opened = await discussion(world, num)
    expect(opened).toMatchObject({
      num: 1,
      title: 'Mend the tides',
      status: 'open',
      isPullRequest: true,
      baseRef: 'refs/heads/main',
      baseOid: base,
    })
    const events = await listEvents(hub, repo, opened)
    expect(events.map(({ type, data }) => [type, data['subject']])).toEqual([
      ['comment', undefined],
      ['commit', 'Mend the tides'],
      ['commit', 'A change'],
    ])
    expect(events[2]?.data['oid']).toBe(await headOf(world, 'refs/pr/1'))
    const diff = await pullRequestDiff(hub, bob, repo, opened)
    expect(diff).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-5\n+5!\n')
    expect(diff).toContain('+++ b/b.txt\n@@ -0,0 +1 @@\n+new\n')
    // The base moves on in the meantime, in another line of the same file.
    await commit(world, ada, 'main', put('a.txt', '1!\n2\n3\n4\n5\n'))
    const before = await headOf(world)
    const merged = await mergePullRequest(hub, ada, repo, num, 'Thanks @bob')
    expect(await headOf(world)).toBe(merged)
    expect(await textAt(world, 'main', 'a.txt')).toBe('1!\n2\n3\n4\n5!\n')
    const info = await getCommit(hub, repo, merged)
    expect(info).toMatchObject({ title: 'Mend the tides (#1)', authorName: 'bob', parents: [before] })
    expect(info.message).toMatch(/^- Mend the tides \([0-9a-f]{40}\)\n- A change \([0-9a-f]{40}\)$/)
    expect(await discussion(world, num)).toMatchObject({ status: 'merged', mergeOid: merged, baseOid: before })
    const after = await listEvents(hub, repo, await discussion(world, num))
    expect(after.slice(3).map(({ type, data, comment }) => comment?.raw ?? [type, data])).toEqual([
      'Thanks @bob',
      ['status-change', { status: 'merged', oid: merged }],
    ])
    expect((await findRepo(hub, ada, 'model', 'ada/tides'))?.repo.headOid).toBe(merged)
    // Its own diff stays the same.
    expect(await pullRequestDiff(hub, bob, repo, await discussion(world, num))).toBe(diff)
  })
})

describe.for(databases)('large files of pull requests on %s', (database) => {
  const large = (path: string, content: string): CommitOperation => ({
    kind: 'lfs',
    path,
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  const upload = ({ hub, repo }: World, actor: UserActor, content: string) =>
    storeInlineLarge(hub, actor, repo, Readable.from([Buffer.from(content)]))

  test('who only knows the hash of what others upload cannot have it by a pull request', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    await upload(world, ada, 'weights')
    await expect(propose(world, eve, large('w.bin', 'weights'))).rejects.toMatchObject({ code: 'commit.lfs_missing' })
    // A pasted pointer counts as the file it points to.
    const { sha256 } = large('w.bin', 'weights') as { sha256: string }
    const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize 7\n`
    await expect(propose(world, eve, put('w.bin', text))).rejects.toMatchObject({ code: 'commit.lfs_missing' })
    // Two users uploaded it: both may use it, a third still may not.
    await upload(world, bob, 'weights')
    await expect(propose(world, eve, large('w.bin', 'weights'))).rejects.toMatchObject({ code: 'commit.lfs_missing' })
    const num = await propose(world, bob, large('w.bin', 'weights'))
    expect(await pullRequestStorage(hub, repo, await discussion(world, num))).toBeGreaterThanOrEqual(7)
    await commit(world, ada, 'main', large('own.bin', 'weights'))
    await mergePullRequest(hub, ada, repo, num, null)
    expect((await findEntry(hub, repo, await headOf(world), 'w.bin'))?.lfs?.sha256).toBe(sha256)
    // Once committed, it belongs to the repo, which everyone may read.
    await propose(world, eve, large('copy.bin', 'weights'))
  })

  test('files of a gated repo are not opened by a pull request', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob } = world
    const gated = await updateRepoSettings(hub, ada, world.repo, { gated: 'manual' })
    const asked = { ...world, repo: await requireRepo(hub, ada, 'model', gated.fullName, 'content') }
    await expect(propose(asked, bob, put('x', 'x'))).rejects.toMatchObject({ code: 'repo.gated' })
    const options = { alwaysXet: false, isForNewPullRequest: true }
    await expect(preupload(hub, bob, gated, 'main', [], options)).rejects.toMatchObject({ code: 'repo.gated' })
    await expect(
      openDiscussion(hub, bob, gated, { title: 'A way in', description: '', pullRequest: { baseRef: 'refs/heads/main', isDraft: true } }),
    ).rejects.toMatchObject({ code: 'repo.gated' })
    const num = await propose(asked, ada, put('x', 'secret'))
    expect(await pullRequestDiff(hub, bob, gated, await requireDiscussion(hub.db.read, gated, num))).toBe(null)
    expect(await pullRequestDiff(hub, ada, gated, await requireDiscussion(hub.db.read, gated, num))).toContain('secret')
  })

  test('preparing an upload: for a new pull request, or to one of their own', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob, eve, repo } = world
    const ask = (actor: UserActor, revision: string, isForNewPullRequest = false) =>
      preupload(hub, actor, repo, revision, [{ path: 'a.txt', size: 1, sample: Buffer.from('x') }], {
        alwaysXet: false,
        isForNewPullRequest,
      })
    await expect(ask(bob, 'main')).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect((await ask(bob, 'main', true)).files).toHaveLength(1)
    const num = await propose(world, bob, put('x', 'x'))
    expect((await ask(bob, `refs/pr/${num}`)).files).toHaveLength(1)
    await expect(ask(eve, `refs/pr/${num}`)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await setDiscussionsDisabled(hub, ada, repo, true)
    await expect(ask(bob, 'main', true)).rejects.toMatchObject({ code: 'discussion.disabled' })
  })
})
