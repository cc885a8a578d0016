import { describe, expect, test } from 'vitest'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { createRepo, deleteRepo } from '../../repository/repos/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { createOrg, deleteOrg, listMembers, setMemberRole } from './orgs.ts'
import { createUser } from './sign-up.ts'
import { findAccount } from './account.ts'
import { loadActor } from './load-actor.ts'
import type { UserActor } from '../../foundation/actor/index.ts'

async function user(hub: Hub, name: string): Promise<UserActor> {
  const { id } = await createUser(hub, { name, password: null })
  return (await loadActor(hub.db.read, id, null)) as UserActor
}
const again = async (hub: Hub, actor: UserActor) => (await loadActor(hub.db.read, actor.userId, null)) as UserActor

describe.for(databases)('organizations, on %s', (database) => {
  test('members: added, found, in pages, changed, removed', async () => {
    await using hub = await openTestHub({ database })
    await user(hub, 'root')
    const ada = await user(hub, 'ada')
    await createOrg(hub, ada, { name: 'navy' })
    for (const name of ['Zoe', 'bob', 'Carl', 'c_d']) {
      await user(hub, name)
      await setMemberRole(hub, ada, 'navy', name, 'read')
    }
    const first = await listMembers(hub, 'NAVY', { limit: 2 })
    const second = await listMembers(hub, 'navy', { limit: 3, cursor: first.nextCursor })
    const names = [...first.members, ...second.members].map(({ account }) => account.name)
    expect([new Set(names), names.length, second.nextCursor]).toEqual([new Set(['ada', 'bob', 'Carl', 'c_d', 'Zoe']), 5, null])
    const found = async (search: string) => (await listMembers(hub, 'navy', { search })).members.map(({ account }) => account.name)
    expect([await found('CAR'), await found('_'), await found('%')]).toEqual([['Carl'], ['c_d'], []])
    await setMemberRole(hub, ada, 'navy', 'bob', 'write')
    await setMemberRole(hub, ada, 'navy', 'Zoe', null)
    await expect(setMemberRole(hub, ada, 'navy', 'Zoe', null)).rejects.toMatchObject({ code: 'org.not_member' })
    expect((await listMembers(hub, 'navy', { search: 'bob' })).members[0]?.role).toBe('write')
  })

  test('nobody raises their own role, nor anybody’s without being an administrator now', async () => {
    await using hub = await openTestHub({ database })
    await user(hub, 'root')
    const ada = await user(hub, 'ada')
    const bob = await user(hub, 'bob')
    await createOrg(hub, ada, { name: 'navy' })
    await setMemberRole(hub, ada, 'navy', 'bob', 'write')
    const writer = await again(hub, bob)
    for (const role of ['admin', 'write', 'read'] as const)
      await expect(setMemberRole(hub, writer, 'navy', 'bob', role)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(setMemberRole(hub, writer, 'navy', 'ada', null)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await setMemberRole(hub, ada, 'navy', 'bob', 'admin')
    const chief = await again(hub, bob)
    await setMemberRole(hub, ada, 'navy', 'bob', 'read')
    // Loaded when he was still an administrator: his current role counts.
    await expect(setMemberRole(hub, chief, 'navy', 'bob', 'admin')).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(deleteOrg(hub, chief, 'navy')).rejects.toMatchObject({ code: 'auth.forbidden' })
    const limited: UserActor = {
      ...ada,
      token: {
        id: 1,
        name: 't',
        role: 'fineGrained',
        scopes: [],
        global: [],
        canReadGatedRepos: false,
        createdAt: new Date(0),
        expiresAt: null,
      },
    }
    await expect(setMemberRole(hub, limited, 'navy', 'bob', 'admin')).rejects.toMatchObject({ code: 'auth.missing_permission' })
    await expect(setMemberRole(hub, limited, 'navy', 'ada', null)).rejects.toMatchObject({ code: 'auth.missing_permission' })
    await setMemberRole(hub, await again(hub, bob), 'navy', 'bob', null)
    expect((await listMembers(hub, 'navy')).members.map(({ account }) => account.name)).toEqual(['ada'])
  })

  test('of two administrators who demote each other, or leave, at once, one stays', async () => {
    await using hub = await openTestHub({ database })
    await user(hub, 'root')
    const ada = await user(hub, 'ada')
    const bob = await user(hub, 'bob')
    await createOrg(hub, ada, { name: 'navy' })
    await setMemberRole(hub, ada, 'navy', 'bob', 'admin')
    const [one, two] = [await again(hub, ada), await again(hub, bob)]
    const results = await Promise.allSettled([
      setMemberRole(hub, one, 'navy', 'bob', 'read'),
      setMemberRole(hub, two, 'navy', 'ada', 'read'),
      setMemberRole(hub, one, 'navy', 'ada', null),
      setMemberRole(hub, two, 'navy', 'bob', null),
    ])
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    expect((await listMembers(hub, 'navy')).members.filter(({ role }) => role === 'admin').length).toBe(1)
  })

  test('is deleted when it owns nothing; its name stays taken for a time, and its rights are gone', async () => {
    await using hub = await openTestHub({ database })
    await user(hub, 'root')
    const ada = await user(hub, 'ada')
    await createOrg(hub, ada, { name: 'navy' })
    const chief = await again(hub, ada)
    const repo = await createRepo(hub, chief, { type: 'model', owner: 'navy', name: 'chart' })
    await expect(deleteOrg(hub, chief, 'navy')).rejects.toMatchObject({ code: 'org.not_empty' })
    await deleteRepo(hub, chief, repo)
    await deleteOrg(hub, chief, 'navy')
    expect(await findAccount(hub, 'navy')).toBe(null)
    const row = await hub.db.read.selectFrom('account').select('name').where('disabled', '=', 1).executeTakeFirstOrThrow()
    expect(await findAccount(hub, row.name)).toBe(null)
    expect((await again(hub, ada)).orgs).toEqual([])
    // An actor loaded before the deletion can no longer create anything there.
    await expect(createRepo(hub, chief, { type: 'model', owner: 'navy', name: 'late' })).rejects.toMatchObject({
      code: 'account.not_found',
    })
    const eve = await user(hub, 'eve')
    for (const name of ['navy', 'Navy']) {
      await expect(createOrg(hub, eve, { name })).rejects.toMatchObject({ code: 'account.name_taken' })
      await expect(createUser(hub, { name, password: null })).rejects.toMatchObject({ code: 'account.name_taken' })
    }
    hub.tick(hub.config.formerNameMs)
    await createOrg(hub, eve, { name: 'navy' })
    await expect(createRepo(hub, await again(hub, ada), { type: 'model', owner: 'navy', name: 'x' })).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
  })

  test('a repo made while the organization is deleted belongs to somebody, or is not made', async () => {
    await using hub = await openTestHub({ database })
    await user(hub, 'root')
    const ada = await user(hub, 'ada')
    await createOrg(hub, ada, { name: 'navy' })
    const chief = await again(hub, ada)
    await Promise.allSettled([
      createRepo(hub, chief, { type: 'model', owner: 'navy', name: 'one' }),
      deleteOrg(hub, chief, 'navy'),
      createRepo(hub, chief, { type: 'model', owner: 'navy', name: 'two' }),
    ])
    const orphans = await hub.db.read
      .selectFrom('repo')
      .innerJoin('account', 'account.id', 'repo.owner_id')
      .select('repo.name')
      .where('account.disabled', '=', 1)
      .where('repo.vis', '<', visibility.deleted)
      .execute()
    expect(orphans).toEqual([])
  })
})
