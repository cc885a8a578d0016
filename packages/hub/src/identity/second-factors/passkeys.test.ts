import { beforeEach, describe, expect, test } from 'vitest'
import { databases, openSecondHub, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { type PasskeyDevice, passkeyDevice } from '../../testing/passkey-device.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { createAccessToken, createSession, createUser, openSession } from '../accounts/index.ts'
import {
  addPasskey,
  beginPasskey,
  confirmOptions,
  confirmWithPasskey,
  finishSignInWithPasskey,
  passkeySignInOptions,
  passkeySite,
  readSecondFactors,
  removePasskey,
  secondStepOptions,
  signInWithPassword,
  signInWithPasskey,
} from './index.ts'

const password = 'the lighthouse keeps seven lamps'
const from = { address: '192.0.2.7', userAgent: 'a browser' }
const site = { id: 'hub.example.org', origin: 'https://hub.example.org' }
const minute = 60_000

describe('where passkeys work', () => {
  test.for([
    ['https://hub.example.org', 'http://other.example', 'hub.example.org'],
    ['https://hub.example.org/below', 'https://hub.example.org/below', 'hub.example.org'],
    ['http://hub.example.org', 'http://hub.example.org', null],
    ['https://192.0.2.1', 'https://192.0.2.1', null],
    [null, 'http://localhost:7860', 'localhost'],
    [null, 'http://127.0.0.1:7860', null],
    [null, 'https://evil.example', null],
  ] as const)('public address %s, opened at %s: %s', async ([publicUrl, origin, id]) => {
    await using hub = await openTestHub({ config: { publicUrl } })
    expect(passkeySite(hub, origin)?.id ?? null).toBe(id)
  })
})

describe.for(databases)('passkeys, on %s', (database) => {
  let hub: TestHub
  let ada: UserActor
  let device: PasskeyDevice
  beforeEach(async () => {
    hub = await openTestHub({ database })
    const { id } = await createUser(hub, { name: 'ada', password })
    ada = await actorOf((await createSession(hub, id)).token)
    device = passkeyDevice()
    return () => hub.close()
  })
  const actorOf = async (cookie: string): Promise<UserActor> => {
    const session = await openSession(hub, cookie)
    if (!session) throw new Error('no session')
    return session.actor
  }
  const register = async (name = 'a laptop', to = device) =>
    addPasskey(hub, ada, site, to.register(await beginPasskey(hub, ada, site), site.origin), name)
  const failed = expect.objectContaining({ code: 'auth.passkey_failed' }) as Error

  test('a passkey signs in alone, and its answer counts once', async () => {
    expect(await register()).toHaveLength(10)
    const answer = device.sign(await passkeySignInOptions(hub, site), site.origin)
    const { token } = await signInWithPasskey(hub, site, answer, from)
    expect((await actorOf(token)).name).toBe('ada')
    await expect(signInWithPasskey(hub, site, answer, from)).rejects.toThrow(failed)
  })

  test('a challenge counts once, also where an authenticator counts nothing', async () => {
    await register()
    await hub.db.write((tx) => tx.updateTable('passkey').set({ counter: 0 }).execute())
    device.counter = -1
    const answer = device.sign(await passkeySignInOptions(hub, site), site.origin)
    await signInWithPasskey(hub, site, answer, from)
    await expect(signInWithPasskey(hub, site, answer, from)).rejects.toThrow(failed)
  })

  test('with a passkey, the password needs a second step: that passkey, in that sign-in', async () => {
    await register()
    const [one, two] = [await pendingToken(), await pendingToken()]
    const options = await secondStepOptions(hub, site, one)
    if (!options) throw new Error('no options')
    const answer = device.sign(options, site.origin)
    // A challenge of another sign-in, or of another purpose.
    await expect(finishSignInWithPasskey(hub, site, two, answer, from)).rejects.toThrow(failed)
    await expect(signInWithPasskey(hub, site, answer, from)).rejects.toThrow(failed)
    const alone = device.sign(await passkeySignInOptions(hub, site), site.origin)
    await expect(finishSignInWithPasskey(hub, site, two, alone, from)).rejects.toThrow(failed)
    const fresh = device.sign(options, site.origin)
    expect((await actorOf((await finishSignInWithPasskey(hub, site, one, fresh, from)).token)).name).toBe('ada')
  })
  async function pendingToken(): Promise<string> {
    const begun = await signInWithPassword(hub, 'ada', password, from)
    if (!('pending' in begun)) throw new Error('should need a second step')
    return begun.pending.token
  }

  test('somebody else’s passkey does not finish a sign-in', async () => {
    await register()
    const { id } = await createUser(hub, { name: 'eve', password: null })
    const eve = await actorOf((await createSession(hub, id)).token)
    const hers = passkeyDevice()
    await addPasskey(hub, eve, site, hers.register(await beginPasskey(hub, eve, site), site.origin), 'hers')
    const pending = await pendingToken()
    const options = await secondStepOptions(hub, site, pending)
    if (!options) throw new Error('no options')
    await expect(finishSignInWithPasskey(hub, site, pending, hers.sign(options, site.origin), from)).rejects.toThrow(failed)
    await expect(confirmWithPasskey(hub, ada, site, hers.sign(await confirmOptions(hub, ada, site), site.origin))).rejects.toThrow(failed)
  })

  test('answers given to another site, for another host, or without verifying the user are refused', async () => {
    await register()
    const options = await passkeySignInOptions(hub, site)
    await expect(signInWithPasskey(hub, site, device.sign(options, 'https://evil.example'), from)).rejects.toThrow(failed)
    await expect(signInWithPasskey(hub, site, device.sign({ ...options, rpId: 'evil.example' }, site.origin), from)).rejects.toThrow(failed)
    device.verifiesUser = false
    await expect(signInWithPasskey(hub, site, device.sign(options, site.origin), from)).rejects.toThrow(failed)
    await expect(register('another', passkeyDeviceWithoutVerification())).rejects.toThrow(failed)
    device.verifiesUser = true
    expect(await signInWithPasskey(hub, site, device.sign(options, site.origin), from)).toHaveProperty('token')
  })

  test('a copy of an authenticator is noticed by its counter', async () => {
    await register()
    device.counter = 10
    const options = () => passkeySignInOptions(hub, site)
    await signInWithPasskey(hub, site, device.sign(await options(), site.origin), from)
    device.counter = 4
    await expect(signInWithPasskey(hub, site, device.sign(await options(), site.origin), from)).rejects.toThrow(failed)
  })

  test('a challenge is good for ten minutes, and one of our own making is not', async () => {
    await register()
    const options = await passkeySignInOptions(hub, site)
    hub.tick(10 * minute)
    await expect(signInWithPasskey(hub, site, device.sign(options, site.origin), from)).rejects.toThrow(failed)
    const forged = Buffer.alloc(54, 7).toString('base64url')
    await expect(signInWithPasskey(hub, site, device.sign({ ...options, challenge: forged }, site.origin), from)).rejects.toThrow(failed)
  })

  test.for(['', 'null', '[]', '{}', '{"response":{}}', '{"id":{},"response":{"clientDataJSON":5}}', '{'.repeat(30_000)])(
    'nonsense %s is refused',
    async (answer) => {
      await register()
      await expect(signInWithPasskey(hub, site, answer, from)).rejects.toThrow(failed)
      await expect(addPasskey(hub, ada, site, answer, 'x')).rejects.toThrow(failed)
    },
  )

  test('a passkey proves who uses a session, and removing the last one ends the recovery codes', async () => {
    await register()
    hub.tick(16 * minute)
    await expect(createAccessToken(hub, ada, { name: 'x', role: 'read' })).rejects.toThrow('Confirm that it is you')
    await confirmWithPasskey(hub, ada, site, device.sign(await confirmOptions(hub, ada, site), site.origin))
    await createAccessToken(hub, ada, { name: 'x', role: 'read' })
    const { passkeys } = await readSecondFactors(hub, ada)
    expect(passkeys.map(({ name }) => name)).toEqual(['a laptop'])
    await removePasskey(hub, ada, passkeys[0]?.uid ?? '')
    expect(await readSecondFactors(hub, ada)).toMatchObject({ passkeys: [], recoveryCodes: 0 })
    expect(await signInWithPassword(hub, 'ada', password, from)).toHaveProperty('session')
  })

  test('several have names; one authenticator is registered once', async () => {
    await register('one')
    expect(await register('two', passkeyDevice())).toBe(null)
    await expect(register('  ')).rejects.toThrow('1 to 60 characters')
    await expect(register('again')).rejects.toThrow(failed)
    expect((await readSecondFactors(hub, ada)).passkeys.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  test('where passwords are off, a passkey alone does not sign in', async () => {
    await register()
    const off = { ...hub, config: { ...hub.config, passwordSignIn: 'off' as const } }
    const answer = device.sign(await passkeySignInOptions(hub, site), site.origin)
    await expect(signInWithPasskey(off, site, answer, from)).rejects.toThrow(
      expect.objectContaining({ code: 'auth.password_off' }) as Error,
    )
  })

  test(`of ${database === 'postgres' ? 'two servers' : 'two requests'}, one accepts an answer`, async () => {
    await register()
    await using second = database === 'postgres' ? await openSecondHub(hub) : null
    const answer = device.sign(await passkeySignInOptions(second ?? hub, site), site.origin)
    const done = await Promise.allSettled([
      signInWithPasskey(hub, site, answer, from),
      signInWithPasskey(second ?? hub, site, answer, from),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

function passkeyDeviceWithoutVerification(): PasskeyDevice {
  return Object.assign(passkeyDevice(), { verifiesUser: false })
}
