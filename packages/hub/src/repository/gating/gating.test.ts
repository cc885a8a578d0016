import { describe, expect, test } from 'vitest'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import { createOrg, createUser, loadActor, setMemberRole } from '../../identity/accounts/index.ts'
import type { Hub } from '../../hub.ts'
import { canReadContent, type Repo } from '../access/index.ts'
import { createRepo, updateRepoSettings } from '../repos/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { accessReport } from './access-report.ts'
import { askAccess, cancelAccess, findOwnRequest } from './ask-access.ts'
import { grantAccess, grantGroup, handleAccess, handleManyAccess, revokeGroup } from './handle-access.ts'
import { countAccess, listAccess, listGroups } from './list-access.ts'

interface World {
  readonly hub: TestHub
  readonly ada: UserActor
  readonly eve: UserActor
  readonly repo: Repo
}

/** Ada's gated model, and eve, who owns nothing. */
async function world(database: 'sqlite' | 'postgres', gated: 'auto' | 'manual' = 'manual', card = ''): Promise<World & AsyncDisposable> {
  const hub = await openTestHub({ database })
  const ada = await user(hub, 'ada')
  const eve = await user(hub, 'eve')
  const files = [{ path: 'README.md', content: Buffer.from(`---\nlicense: mit\n${card}---\n# Chart\n`) }]
  const made = await createRepo(hub, ada, { type: 'model', name: 'chart', files })
  const repo = await updateRepoSettings(hub, ada, made, { gated })
  return { hub, ada, eve, repo, [Symbol.asyncDispose]: () => hub.close() }
}

async function user(hub: Hub, name: string): Promise<UserActor> {
  const { id } = await createUser(hub, { name, password: null, email: `${name}@example.org` })
  return (await loadActor(hub.db.read, id, null)) as UserActor
}

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) text += line
  return text
}

const again = async (hub: Hub, actor: UserActor) => (await loadActor(hub.db.read, actor.userId, null)) as UserActor
const mayRead = async (hub: Hub, actor: UserActor, repo: Repo) => canReadContent(await again(hub, actor), repo)

describe.for(databases)('access on request, on %s', (database) => {
  test('by hand: asked, accepted, put back, rejected, and not asked again', async () => {
    await using w = await world(database)
    const { hub, ada, eve, repo } = w
    expect(await mayRead(hub, eve, repo)).toBe(false)
    expect(await askAccess(hub, eve, repo, {})).toBe('pending')
    expect(await askAccess(hub, eve, repo, {})).toBe('pending')
    expect(await countAccess(hub, ada, repo)).toEqual({ pending: 1, accepted: 0, rejected: 0 })
    expect(await mayRead(hub, eve, repo)).toBe(false)

    await handleAccess(hub, ada, repo, { user: 'EVE' }, { status: 'accepted' })
    expect(await mayRead(hub, eve, repo)).toBe(true)
    await expect(handleAccess(hub, ada, repo, { user: 'eve' }, { status: 'accepted' })).rejects.toMatchObject({ code: 'access.not_found' })
    await handleAccess(hub, ada, repo, { userId: eve.uid }, { status: 'pending' })
    expect(await mayRead(hub, eve, repo)).toBe(false)
    const [request] = (await listAccess(hub, ada, repo, { status: 'pending', limit: 10 })).requests
    await handleAccess(hub, ada, repo, { requestId: request?.uid ?? '' }, { status: 'rejected', reason: 'No ship' })
    expect(await findOwnRequest(hub, eve, repo)).toMatchObject({ status: 'rejected', reason: 'No ship' })

    await expect(askAccess(hub, eve, repo, {})).rejects.toMatchObject({
      code: 'access.rejected',
      message: expect.stringContaining('No ship'),
    })
    await expect(cancelAccess(hub, eve, repo)).rejects.toMatchObject({ code: 'access.rejected' })
    // Not even when the gate opens automatically for everyone else.
    const open = await updateRepoSettings(hub, ada, repo, { gated: 'auto' })
    await expect(askAccess(hub, eve, open, {})).rejects.toMatchObject({ code: 'access.rejected' })
    expect(await mayRead(hub, eve, open)).toBe(false)
  })

  test('by itself: at once, with the answers of the form', async () => {
    await using w = await world(database, 'auto', 'extra_gated_fields:\n  Company: text\n  I agree: checkbox\n')
    const { hub, ada, eve, repo } = w
    await expect(askAccess(hub, eve, repo, { Company: 'x' })).rejects.toMatchObject({ code: 'body.invalid', details: { field: 'I agree' } })
    expect(await findOwnRequest(hub, eve, repo)).toBe(null)
    expect(await askAccess(hub, eve, repo, { Company: '=cmd|x', 'I agree': 'on', more: 'x' })).toBe('accepted')
    expect(await mayRead(hub, eve, repo)).toBe(true)
    const [request] = (await listAccess(hub, ada, repo, { status: 'accepted', limit: 10 })).requests
    expect(request).toMatchObject({ user: { name: 'eve', email: 'eve@example.org' }, answers: { Company: '=cmd|x', 'I agree': true } })
    const csv = await textOf(accessReport(hub, ada, repo))
    expect(csv.split('\r\n')).toEqual([
      'user,fullname,email,status,time,granted by,rejection reason,Company,I agree',
      `eve,eve,eve@example.org,accepted,2026-01-02T03:04:05.000Z,,,"'=cmd|x",true`,
      '',
    ])
    await cancelAccess(hub, eve, repo)
    expect(await mayRead(hub, eve, repo)).toBe(false)
    await expect(cancelAccess(hub, eve, repo)).rejects.toMatchObject({ code: 'access.not_found' })
  })

  test('a request that waits is granted when the gate becomes automatic and it is made again', async () => {
    await using w = await world(database)
    expect(await askAccess(w.hub, w.eve, w.repo, {})).toBe('pending')
    const repo = await updateRepoSettings(w.hub, w.ada, w.repo, { gated: 'auto' })
    expect(await mayRead(w.hub, w.eve, repo)).toBe(false)
    expect(await askAccess(w.hub, w.eve, repo, {})).toBe('accepted')
    expect(await mayRead(w.hub, w.eve, repo)).toBe(true)
  })

  test('ten calls at once make one request', async () => {
    await using w = await world(database)
    const asked = await Promise.all(Array.from({ length: 10 }, () => askAccess(w.hub, w.eve, w.repo, {})))
    expect(new Set(asked)).toEqual(new Set(['pending']))
    expect(await countAccess(w.hub, w.ada, w.repo)).toEqual({ pending: 1, accepted: 0, rejected: 0 })
  })

  test('a rejection that meets a new request of an automatic gate wins or comes after, and is final', async () => {
    await using w = await world(database)
    await askAccess(w.hub, w.eve, w.repo, {})
    const repo = await updateRepoSettings(w.hub, w.ada, w.repo, { gated: 'auto' })
    await Promise.allSettled([
      askAccess(w.hub, w.eve, repo, {}),
      handleAccess(w.hub, w.ada, repo, { user: 'eve' }, { status: 'rejected' }),
      askAccess(w.hub, w.eve, repo, {}),
    ])
    expect(await findOwnRequest(w.hub, w.eve, repo)).toMatchObject({ status: 'rejected' })
    expect(await mayRead(w.hub, w.eve, repo)).toBe(false)
  })

  test('granted by name, without having been asked', async () => {
    await using w = await world(database)
    const { hub, ada, eve, repo } = w
    await grantAccess(hub, ada, repo, { name: 'eve' })
    expect(await mayRead(hub, eve, repo)).toBe(true)
    await expect(grantAccess(hub, ada, repo, { name: 'eve' })).rejects.toMatchObject({ code: 'access.already_granted' })
    await expect(grantAccess(hub, ada, repo, { name: 'nobody' })).rejects.toMatchObject({ code: 'account.not_found' })
    expect((await listAccess(hub, ada, repo, { status: 'accepted', limit: 10 })).requests[0]?.grantedBy).toBe('ada')
    await handleAccess(hub, ada, repo, { user: 'eve' }, { status: 'rejected' })
    await grantAccess(hub, ada, repo, { uid: eve.uid })
    expect(await findOwnRequest(hub, eve, repo)).toMatchObject({ status: 'accepted', reason: null })
  })

  test('granted to an organization: its members, as long as they are, except whom the owner rejected by name', async () => {
    await using w = await world(database)
    const { hub, ada, eve, repo } = w
    const tom = await user(hub, 'tom')
    const max = await user(hub, 'max')
    await createOrg(hub, tom, { name: 'crew' })
    const chief = await again(hub, tom)
    await setMemberRole(hub, chief, 'crew', 'eve', 'read')
    await setMemberRole(hub, chief, 'crew', 'max', 'read')
    await askAccess(hub, max, repo, {})
    await handleAccess(hub, ada, repo, { user: 'max' }, { status: 'rejected' })
    await grantGroup(hub, ada, repo, 'crew')
    expect((await listGroups(hub, ada, repo)).map(({ name }) => name)).toEqual(['crew'])
    await expect(grantGroup(hub, ada, repo, 'crew')).rejects.toMatchObject({ code: 'access.already_granted' })
    expect(await mayRead(hub, eve, repo)).toBe(true)
    expect(await mayRead(hub, tom, repo)).toBe(true)
    expect(await mayRead(hub, max, repo)).toBe(false)
    expect(await askAccess(hub, await again(hub, eve), repo, {})).toBe('accepted')
    expect(await findOwnRequest(hub, eve, repo)).toBe(null)
    await setMemberRole(hub, chief, 'crew', 'eve', null)
    expect(await mayRead(hub, eve, repo)).toBe(false)
    await revokeGroup(hub, ada, repo, 'crew')
    expect(await mayRead(hub, tom, repo)).toBe(false)
    await expect(revokeGroup(hub, ada, repo, 'crew')).rejects.toMatchObject({ code: 'access.not_found' })
  })

  test('only owners handle, only gated repos are handled', async () => {
    await using w = await world(database)
    const { hub, ada, eve, repo } = w
    const attempts: ((actor: Actor, of: Repo) => Promise<unknown>)[] = [
      (actor, of) => handleAccess(hub, actor, of, { user: 'eve' }, { status: 'accepted' }),
      (actor, of) => grantAccess(hub, actor, of, { name: 'eve' }),
      (actor, of) => grantGroup(hub, actor, of, 'eve'),
      (actor, of) => handleManyAccess(hub, actor, of, [{ user: 'eve' }], { status: 'accepted' }),
    ]
    for (const attempt of attempts) await expect(attempt(eve, repo)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(listAccess(hub, eve, repo, { status: 'pending', limit: 1 })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(textOf(accessReport(hub, eve, repo))).rejects.toMatchObject({ code: 'auth.forbidden' })
    const open = await updateRepoSettings(hub, ada, repo, { gated: false })
    for (const attempt of attempts) await expect(attempt(ada, open)).rejects.toMatchObject({ code: 'access.not_gated' })
    await expect(askAccess(hub, eve, open, {})).rejects.toMatchObject({ code: 'access.not_gated' })
  })

  test('access does not make a private repo visible', async () => {
    await using w = await world(database)
    await grantAccess(w.hub, w.ada, w.repo, { name: 'eve' })
    const hidden = await updateRepoSettings(w.hub, w.ada, w.repo, { visibility: 'private' })
    expect(await mayRead(w.hub, w.eve, hidden)).toBe(false)
    await expect(askAccess(w.hub, w.eve, hidden, {})).rejects.toMatchObject({ code: 'repo.not_found' })
    await expect(cancelAccess(w.hub, w.eve, hidden)).rejects.toMatchObject({ code: 'repo.not_found' })
  })

  test('many at once, pages, and a search', async () => {
    await using w = await world(database)
    const { hub, ada, repo } = w
    for (let i = 0; i < 5; i++) await askAccess(hub, await user(hub, `u_${i}`), repo, {})
    const first = await listAccess(hub, ada, repo, { status: 'pending', limit: 2 })
    const second = await listAccess(hub, ada, repo, { status: 'pending', limit: 3, cursor: first.nextCursor })
    const names = [...first.requests, ...second.requests].map((request) => request.user.name)
    expect([names, second.nextCursor]).toEqual([['u_4', 'u_3', 'u_2', 'u_1', 'u_0'], null])
    const found = await listAccess(hub, ada, repo, { status: 'pending', limit: 9, search: 'U_3' })
    expect(found.requests.map((request) => request.user.name)).toEqual(['u_3'])
    expect((await listAccess(hub, ada, repo, { status: 'pending', limit: 9, search: '%' })).requests).toEqual([])
    const done = await handleManyAccess(hub, ada, repo, [{ user: 'u_0' }, { user: 'u_1' }, { user: 'nobody' }], {
      status: 'rejected',
      reason: 'Full',
    })
    expect(done).toEqual({ handled: 2 })
    expect(await countAccess(hub, ada, repo)).toEqual({ pending: 3, accepted: 0, rejected: 2 })
    await expect(handleManyAccess(hub, ada, repo, [{ user: 'u_2' }], { status: 'accepted', reason: 'x' })).rejects.toMatchObject({
      code: 'body.invalid',
    })
    await expect(
      handleManyAccess(hub, ada, repo, [{ user: 'u_2' }], { status: 'rejected', reason: 'x'.repeat(201) }),
    ).rejects.toMatchObject({ code: 'body.invalid' })
  })
})
