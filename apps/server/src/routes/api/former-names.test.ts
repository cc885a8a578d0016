import { createOrg, createUser, deleteOrg, signInWithIdentity, signUp } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

async function withoutNavy(database: (typeof databases)[number]): Promise<TestApp> {
  const t = await openTestApp({ database })
  await createOrg(t.hub, t.actors.ada, { name: 'Navy' })
  await deleteOrg(t.hub, t.actors.root, 'navy')
  return t
}

describe.for(databases)('names of deleted accounts on %s', (database) => {
  test('are taken for everybody, in the same words as any taken name', async () => {
    await using t = await withoutNavy(database)
    const post = async (name: string) => {
      const answer = await t.call('/api/organizations', { method: 'POST', as: 'eve', json: { name } })
      return [answer.status, (await answer.text()).replaceAll(new RegExp(name, 'gi'), 'NAME')]
    }
    expect(await post('nAvY')).toEqual(await post('fleet'))
    expect((await post('navy'))[0]).toBe(409)
    const taken = { code: 'account.name_taken' }
    await expect(signUp(t.hub, { name: 'navy', password: 'a lamp in the roadstead' })).rejects.toMatchObject(taken)
    await expect(createUser(t.hub, { name: 'NAVY', password: null })).rejects.toMatchObject(taken)
    // Somebody whose name at the identity provider it is gets the next one.
    const person = {
      issuer: 'https://id.example.org',
      subject: '7',
      email: null,
      emailVerified: true,
      username: 'navy',
      fullname: null,
      groups: [],
    }
    const account = await signInWithIdentity(t.hub, person, { domains: [], groups: [], createsAccounts: true, orgRoles: [] })
    expect(account.name).not.toBe('navy')
    expect((await t.call('/api/organizations/navy/overview')).status).toBe(404)
  })

  test('are free when their time is over, or when an administrator releases them', async () => {
    await using t = await withoutNavy(database)
    const names = async (query = '', as = 'root') => {
      const answer = await t.call(`/api/admin/former-names${query}`, { as })
      return answer.status === 200 ? ((await answer.json()) as { name: string }[]).map(({ name }) => name) : answer.status
    }
    expect([await names(), await names('?search=AV'), await names('?search=%25'), await names('', 'ada')]).toEqual([
      ['Navy'],
      ['Navy'],
      [],
      403,
    ])
    const release = async (name: string, as: string) => (await t.call(`/api/admin/former-names/${name}`, { method: 'DELETE', as })).status
    expect([await release('navy', 'ada'), await release('nobody', 'root'), await release('navy', 'root')]).toEqual([403, 404, 200])
    await createOrg(t.hub, t.actors.eve, { name: 'navy' })
    expect(await names()).toEqual([])
    await deleteOrg(t.hub, t.actors.root, 'navy')
    t.hub.tick(90 * 86_400_000 - 1)
    await expect(createOrg(t.hub, t.actors.eve, { name: 'navy' })).rejects.toMatchObject({ code: 'account.name_taken' })
    t.hub.tick(1)
    expect(await names()).toEqual([])
    await createOrg(t.hub, t.actors.eve, { name: 'navy' })
  })
})
