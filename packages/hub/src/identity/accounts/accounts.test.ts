import { describe, expect, test } from 'vitest'
import type { Hub } from '../../hub.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { actorFromSession, createSession, endOtherSessions, endSession } from './sessions.ts'
import { actorFromToken, createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts'
import { bootstrap } from './bootstrap.ts'
import { createInvite } from './invites.ts'
import { createOrg, listMembers, setMemberRole } from './orgs.ts'
import { createUser, signUp, signUpState, verifyPassword } from './sign-up.ts'
import { findAccount } from './account.ts'
import { loadActor } from './load-actor.ts'
import type { UserActor } from '../../foundation/actor/index.ts'

const password = 'a long enough secret'

async function actorOf(hub: Hub, id: number): Promise<UserActor> {
  return (await loadActor(hub.db.read, id, null)) as UserActor
}

describe.for(databases)('accounts on %s', (database) => {
  test('the first account is the administrator, whatever the policy; the next ones follow it', async () => {
    await using hub = await openTestHub({ database, config: { signUp: 'closed' } })
    expect(await signUpState(hub)).toBe('first')
    expect((await signUp(hub, { name: 'ada', password })).isAdmin).toBe(true)
    expect(await signUpState(hub)).toBe('closed')
    await expect(signUp(hub, { name: 'bob', password })).rejects.toMatchObject({ code: 'auth.sign_up_closed' })
  })

  test('of several who sign up at once on an empty hub, one is the administrator and the policy holds for the others', async () => {
    await using hub = await openTestHub({ database, config: { signUp: 'closed' } })
    const outcomes = await Promise.allSettled(['ada', 'bob', 'eve', 'mia'].map((name) => signUp(hub, { name, password })))
    const welcome = outcomes.filter((each) => each.status === 'fulfilled')
    expect(welcome.map(({ value }) => value.isAdmin)).toEqual([true])
    const refused = outcomes.filter((each) => each.status === 'rejected')
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(Array(3).fill('auth.sign_up_closed'))
  })

  test('a first sign-up that fails leaves the place of the administrator free', async () => {
    await using hub = await openTestHub({ database })
    await expect(signUp(hub, { name: 'api', password })).rejects.toMatchObject({ code: 'repo.invalid_name' })
    expect((await signUp(hub, { name: 'ada', password })).isAdmin).toBe(true)
    expect((await createUser(hub, { name: 'bob', password: null })).isAdmin).toBe(false)
  })

  test('two administrators who demote each other at once leave one', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorOf(hub, (await createUser(hub, { name: 'ada', password: null })).id)
    const bob = await createUser(hub, { name: 'bob', password: null })
    await createOrg(hub, ada, { name: 'navy' })
    const captain = await actorOf(hub, ada.userId)
    await setMemberRole(hub, captain, 'navy', 'bob', 'admin')
    const second = await actorOf(hub, bob.id)
    const outcomes = await Promise.allSettled([
      setMemberRole(hub, captain, 'navy', 'bob', 'read'),
      setMemberRole(hub, second, 'navy', 'ada', 'read'),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(1)
    expect((await listMembers(hub, 'navy')).members.filter(({ role }) => role === 'admin').length).toBe(1)
  })

  test('an invitation lets one person in, for a week', async () => {
    await using hub = await openTestHub({ database, config: { signUp: 'invite' } })
    const ada = await actorOf(hub, (await signUp(hub, { name: 'ada', password })).id)
    await expect(signUp(hub, { name: 'bob', password })).rejects.toMatchObject({ code: 'auth.invite_invalid' })
    const code = await createInvite(hub, ada)
    const bob = await signUp(hub, { name: 'bob', password, inviteCode: code })
    expect(bob.isAdmin).toBe(false)
    await expect(signUp(hub, { name: 'eve', password, inviteCode: code })).rejects.toMatchObject({ code: 'auth.invite_invalid' })
    await expect(createInvite(hub, await actorOf(hub, bob.id))).rejects.toMatchObject({ code: 'auth.forbidden' })
    const late = await createInvite(hub, ada)
    hub.tick(8 * 24 * 3600 * 1000)
    await expect(signUp(hub, { name: 'eve', password, inviteCode: late })).rejects.toMatchObject({ code: 'auth.invite_invalid' })
    expect(await findAccount(hub, 'eve')).toBe(null)
  })

  test.for(['a', 'api', 'has space', '-x', 'a--b', 'x.git', 'é'])('the name %j is refused', async (name) => {
    await using hub = await openTestHub({ database })
    await expect(signUp(hub, { name, password })).rejects.toMatchObject({ code: 'repo.invalid_name' })
  })

  test.for(['short', '1234567890', 'password123', 'aaaaaaaaaaaaaaa', 'x'.repeat(1001)])('the password %j is refused', async (weak) => {
    await using hub = await openTestHub({ database })
    await expect(signUp(hub, { name: 'ada', password: weak })).rejects.toMatchObject({ code: 'account.weak_password' })
  })

  test('names are taken in any letter case; an address that somebody else states stays its owner’s; passwords open only their own account', async () => {
    await using hub = await openTestHub({ database })
    await signUp(hub, { name: 'Ada', password, email: 'Ada@Example.org' })
    await expect(signUp(hub, { name: 'aDA', password })).rejects.toMatchObject({ code: 'account.name_taken' })
    await signUp(hub, { name: 'bob', password, email: 'ada@example.ORG' })
    await expect(createUser(hub, { name: 'eve', password: null, email: 'ada@example.ORG' })).rejects.toMatchObject({
      code: 'account.name_taken',
    })
    expect((await verifyPassword(hub, 'ada', password)).name).toBe('Ada')
    expect((await verifyPassword(hub, 'ada@example.org', password)).name).toBe('Ada')
    for (const [name, secret] of [
      ['ada', 'wrong password'],
      ['nobody', password],
      ['', ''],
      ['x@y', password],
    ] as const) {
      await expect(verifyPassword(hub, name, secret)).rejects.toMatchObject({ code: 'auth.invalid_credentials' })
    }
  })

  test('sessions end, expire, and can be ended elsewhere', async () => {
    await using hub = await openTestHub({ database })
    const ada = await createUser(hub, { name: 'ada', password: null })
    const [one, two] = [await createSession(hub, ada.id), await createSession(hub, ada.id)]
    expect((await actorFromSession(hub, one.token))?.name).toBe('ada')
    await endOtherSessions(hub, await actorOf(hub, ada.id), one.token)
    expect(await actorFromSession(hub, two.token)).toBe(null)
    await endSession(hub, one.token)
    expect(await actorFromSession(hub, one.token)).toBe(null)
    const three = await createSession(hub, ada.id)
    hub.tick(31 * 24 * 3600 * 1000)
    expect(await actorFromSession(hub, three.token)).toBe(null)
    expect(await actorFromSession(hub, 'made up')).toBe(null)
  })

  test('tokens are shown once, stored as a hash, and gone when revoked', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorOf(hub, (await createUser(hub, { name: 'ada', password: null })).id)
    const { token, info } = await createAccessToken(hub, ada, { name: 'laptop', role: 'write' })
    expect(token).toMatch(/^hf_[A-Za-z0-9]{40}$/)
    expect(JSON.stringify(await listAccessTokens(hub, ada))).not.toContain(token)
    const stored = await hub.db.read.selectFrom('access_token').selectAll().executeTakeFirstOrThrow()
    expect(Object.values(stored).every((value) => !String(value).includes(token.slice(3, 30)))).toBe(true)
    const actor = await actorFromToken(hub, token)
    expect(actor).toMatchObject({ name: 'ada', token: { role: 'write', name: 'laptop' } })
    await expect(createAccessToken(hub, actor, { name: 'another', role: 'write' })).rejects.toMatchObject({ code: 'auth.forbidden' })
    const bob = await actorOf(hub, (await createUser(hub, { name: 'bob', password: null })).id)
    await expect(revokeAccessToken(hub, bob, info.uid)).rejects.toMatchObject({ code: 'token.not_found' })
    await revokeAccessToken(hub, ada, info.uid)
    await expect(actorFromToken(hub, token)).rejects.toMatchObject({ code: 'auth.invalid_token' })
  })

  test('a token with an end stops working at it', async () => {
    await using hub = await openTestHub({ database })
    const ada = await actorOf(hub, (await createUser(hub, { name: 'ada', password: null })).id)
    const expiresAt = new Date(hub.now().getTime() + 1000)
    const used = await createAccessToken(hub, ada, { name: 'used', role: 'read', expiresAt })
    const unused = await createAccessToken(hub, ada, { name: 'unused', role: 'read', expiresAt })
    expect((await actorFromToken(hub, used.token)).name).toBe('ada')
    hub.tick(60_000)
    await expect(actorFromToken(hub, unused.token)).rejects.toMatchObject({ code: 'auth.invalid_token' })
  })

  test('bootstrapping twice makes one administrator with one token', async () => {
    await using hub = await openTestHub({ database })
    const token = `hf_${'b'.repeat(30)}`
    await bootstrap(hub, { user: 'root', token })
    await bootstrap(hub, { user: 'root', token })
    expect(await actorFromToken(hub, token)).toMatchObject({ name: 'root', isAdmin: true })
    expect((await hub.db.read.selectFrom('access_token').selectAll().execute()).length).toBe(1)
    await expect(bootstrap(hub, { user: 'root', token: 'secret' })).rejects.toMatchObject({ code: 'body.invalid' })
  })
})
