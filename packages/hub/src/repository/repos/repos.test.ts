import { describe, expect, test } from 'vitest'
import { anonymous, type UserActor } from '../../foundation/actor/index.ts'
import { createOrg, createUser, loadActor, setMemberRole } from '../../identity/accounts/index.ts'
import type { Hub } from '../../hub.ts'
import { afterWritesOf, startSecondProcess } from '../../testing/interleave.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { createRepo } from './create-repo.ts'
import { deleteRepo, moveRepo, updateRepoSettings } from './change-repo.ts'
import { duplicateRepo } from './duplicate-repo.ts'
import { findRepo, requireRepo } from '../access/index.ts'

async function actorCalled(hub: Hub, name: string): Promise<UserActor> {
  const account = await createUser(hub, { name, password: null })
  return freshActor(hub, account.id)
}

async function freshActor(hub: Hub, id: number): Promise<UserActor> {
  const actor = await loadActor(hub.db.read, id, null)
  if (!actor) throw new Error('no such user')
  return actor
}

describe.for(databases)('repositories on %s', (database) => {
  test('a new repository has a first commit and its default attributes', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    const repo = await createRepo(hub, ada, { type: 'model', name: 'Stories', license: 'mit' })
    expect(repo).toMatchObject({ fullName: 'ada/Stories', type: 'model', visibility: 'public', license: 'mit', tags: ['license:mit'] })
    expect(repo.headOid).toMatch(/^[0-9a-f]{40}$/)
  })

  test('refuses a second repository of that kind and name in any letter case, but takes another kind', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    await createRepo(hub, ada, { type: 'model', name: 'tides' })
    await expect(createRepo(hub, ada, { type: 'model', name: 'Tides' })).rejects.toMatchObject({ code: 'repo.name_taken' })
    await createRepo(hub, ada, { type: 'dataset', name: 'tides' })
  })

  test.for(['', 'a/b', '..', 'x.git', 'a--b'])('refuses the name %j', async (name) => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    await expect(createRepo(hub, ada, { type: 'model', name })).rejects.toMatchObject({ code: 'repo.invalid_name' })
  })

  test('a private repository does not exist for strangers', async () => {
    await using hub = await openTestHub({ database })
    await actorCalled(hub, 'root')
    const ada = await actorCalled(hub, 'ada')
    const bob = await actorCalled(hub, 'bob')
    await createRepo(hub, ada, { type: 'model', name: 'secret', visibility: 'private' })
    expect(await findRepo(hub, bob, 'model', 'ada/secret')).toBe(null)
    expect(await findRepo(hub, anonymous, 'model', 'ada/secret')).toBe(null)
    await expect(requireRepo(hub, bob, 'model', 'ada/secret', 'write')).rejects.toMatchObject({ code: 'repo.not_found' })
    expect((await requireRepo(hub, ada, 'model', 'ADA/Secret', 'admin')).fullName).toBe('ada/secret')
  })

  test('a name that somebody takes while a repository moves to it is refused as taken', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
    const other = await createRepo(hub, ada, { type: 'model', name: 'other' })
    let creating: Promise<unknown> | undefined
    const slow = afterWritesOf(hub, 'repo_redirect', async () => {
      if (creating) return
      const copy = (beside: Hub) => duplicateRepo(beside, ada, other, { owner: 'ada', name: 'waves', visibility: 'private' })
      creating = (await startSecondProcess(hub, copy)).working
    })
    const results = await Promise.allSettled([moveRepo(slow, ada, repo, 'ada', 'waves')])
    results.push(...(await Promise.allSettled([creating as Promise<never>])))
    // On SQLite the other one waits, and comes second.
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ code: 'repo.name_taken' })
  })

  test('a moved repository is found under its old names; a new one may take an old name over', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    await createOrg(hub, ada, { name: 'navy' })
    const captain = await freshActor(hub, ada.userId)
    const first = await createRepo(hub, captain, { type: 'model', name: 'a' })
    const second = await moveRepo(hub, captain, first, 'ada', 'b')
    await moveRepo(hub, captain, second, 'navy', 'c')
    expect(await findRepo(hub, anonymous, 'model', 'ada/a')).toMatchObject({ repo: { fullName: 'navy/c' }, movedFrom: 'ada/a' })
    expect(await findRepo(hub, anonymous, 'model', 'Ada/B')).toMatchObject({ repo: { fullName: 'navy/c' } })
    await createRepo(hub, captain, { type: 'model', name: 'a' })
    expect(await findRepo(hub, anonymous, 'model', 'ada/a')).toMatchObject({ repo: { fullName: 'ada/a' }, movedFrom: null })
  })

  test('deleting frees the name, and nothing of it is found again', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    const repo = await createRepo(hub, ada, { type: 'model', name: 'old', license: 'mit' })
    await deleteRepo(hub, ada, repo)
    expect(await findRepo(hub, ada, 'model', 'ada/old')).toBe(null)
    await expect(deleteRepo(hub, ada, repo)).rejects.toMatchObject({ code: 'repo.not_found' })
    await createRepo(hub, ada, { type: 'model', name: 'old' })
    expect(await hub.db.read.selectFrom('tag').select(['value', 'n']).execute()).toEqual([{ value: 'license:mit', n: 0 }])
  })

  test('tag counts follow visibility', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    const repo = await createRepo(hub, ada, { type: 'model', name: 'x', license: 'mit' })
    const count = async () => (await hub.db.read.selectFrom('tag').select('n').executeTakeFirstOrThrow()).n
    expect(await count()).toBe(1)
    await updateRepoSettings(hub, ada, repo, { visibility: 'private' })
    expect(await count()).toBe(0)
    await updateRepoSettings(hub, ada, repo, { visibility: 'public', gated: 'auto' })
    expect(await count()).toBe(1)
    expect((await findRepo(hub, anonymous, 'model', 'ada/x'))?.repo.gated).toBe('auto')
  })

  test('contributors write only to what they made; readers see private repositories', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorCalled(hub, 'ada')
    const bob = await actorCalled(hub, 'bob')
    await createOrg(hub, ada, { name: 'navy' })
    const captain = await freshActor(hub, ada.userId)
    const repo = await createRepo(hub, captain, { type: 'model', owner: 'navy', name: 'x', visibility: 'private' })
    await setMemberRole(hub, captain, 'navy', 'bob', 'contributor')
    const contributor = await freshActor(hub, bob.userId)
    expect((await requireRepo(hub, contributor, 'model', 'navy/x', 'read')).id).toBe(repo.id)
    await expect(requireRepo(hub, contributor, 'model', 'navy/x', 'write')).rejects.toMatchObject({ code: 'auth.forbidden' })
    const own = await createRepo(hub, contributor, { type: 'model', owner: 'navy', name: 'y' })
    expect((await requireRepo(hub, contributor, 'model', own.fullName, 'admin')).id).toBe(own.id)
    await expect(setMemberRole(hub, captain, 'navy', 'ada', null)).rejects.toMatchObject({ code: 'org.last_admin' })
  })
})
