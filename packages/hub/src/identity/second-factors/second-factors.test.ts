import { isHubError } from '@portolan/contract'
import { Secret } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { appCode, databases, openSecondHub, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import type { Hub } from '../../hub.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import {
  changePassword,
  createAccessToken,
  createSession,
  createUser,
  openSession,
  requireAccount,
  sessionHashOf,
  setSuspended,
} from '../accounts/index.ts'
import {
  beginTotp,
  confirmTotp,
  confirmWithCode,
  confirmWithPassword,
  finishSignInWithCode,
  listSignInActivity,
  readSecondFactors,
  removeTotp,
  renewRecoveryCodes,
  signInWithPassword,
} from './index.ts'
import { stepOfCode } from './totp-code.ts'

const password = 'the lighthouse keeps seven lamps'
const from = { address: '192.0.2.7', userAgent: 'a browser' }
const minute = 60_000

test('the codes are those of RFC 6238', () => {
  // Appendix B gives eight digits; the last six are the code of six.
  const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    const now = new Date(seconds * 1000)
    const step = Math.floor(seconds / 30)
    expect(stepOfCode(secret, code, now)).toBe(step)
    expect(stepOfCode(secret, code, new Date(now.getTime() + 30_000))).toBe(step)
    expect(stepOfCode(secret, code, new Date(now.getTime() - 30_000))).toBe(step)
    expect(stepOfCode(secret, code, new Date(now.getTime() + 60_000))).toBe(null)
    expect(stepOfCode(secret, code, new Date(now.getTime() - 60_000))).toBe(null)
  }
})

describe.for(databases)('second factors, on %s', (database) => {
  let hub: TestHub
  let ada: UserActor
  let cookie: string
  beforeEach(async () => {
    hub = await openTestHub({ database })
    await createUser(hub, { name: 'root', password: null })
    await createUser(hub, { name: 'ada', password })
    const begun = await signInWithPassword(hub, 'ada', password, from)
    if (!('session' in begun)) throw new Error('needs no second step yet')
    cookie = begun.session.token
    ada = await actorOf(hub, cookie)
    return () => hub.close()
  })

  const codeOf = (secret: string, ms = 0) => appCode(secret, hub.now().getTime() + ms)
  /** Sets up an app with the previous time step's code, so that the current one is still unused. */
  async function setUp() {
    const { secret } = await beginTotp(hub, ada, 'Portolan')
    const codes = await confirmTotp(hub, ada, codeOf(secret, -30_000), from.address)
    return { secret, codes: codes ?? [] }
  }
  async function pendingToken(at: Hub = hub) {
    const begun = await signInWithPassword(at, 'ada', password, from)
    if (!('pending' in begun)) throw new Error('should need a second step')
    return begun.pending.token
  }

  /** The hub, but for its next transaction: something else happens right before it. */
  function whenWriting(happens: () => Promise<unknown>): Hub {
    let isDone = false
    const write: Hub['db']['write'] = async (work) => {
      if (!isDone) {
        isDone = true
        await happens()
      }
      return hub.db.write(work)
    }
    return { ...hub, db: { ...hub.db, write } }
  }

  test('a password that is changed while it is checked opens nothing, and changes nothing', async () => {
    const change = (to: string) => changePassword(hub, 'ada', password, to)
    const late = whenWriting(() => change('seven lamps keep the lighthouse'))
    await expect(signInWithPassword(late, 'ada', password, from)).rejects.toThrow(code('auth.invalid_credentials'))
    const sessions = await hub.db.read.selectFrom('session').select('user_id').where('user_id', '=', ada.userId).execute()
    expect(sessions).toEqual([])
    const later = whenWriting(() => changePassword(hub, 'ada', 'seven lamps keep the lighthouse', 'nine lamps keep the lighthouse'))
    const attempt = changePassword(later, 'ada', 'seven lamps keep the lighthouse', 'a lamp of the attacker at last')
    await expect(attempt).rejects.toThrow(code('auth.invalid_credentials'))
    expect(Object.keys(await signInWithPassword(hub, 'ada', 'nine lamps keep the lighthouse', from))).toEqual(['session'])
  })

  test('an account that is suspended while its password is checked has no session afterwards', async () => {
    const root = (await openSession(hub, (await createSession(hub, (await requireAccount(hub, 'root')).id)).token))?.actor
    if (root === undefined) throw new Error('no administrator')
    const late = whenWriting(() => setSuspended(hub, root, 'ada', true))
    await expect(signInWithPassword(late, 'ada', password, from)).rejects.toThrow(code('auth.invalid_credentials'))
  })

  test('an app is set up with its first code, and asked for after the password', async () => {
    const { secret, codes } = await setUp()
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    const pending = await pendingToken()
    await expect(finishSignInWithCode(hub, pending, '000000', from)).rejects.toThrow(code('auth.invalid_code'))
    const session = await finishSignInWithCode(hub, pending, codeOf(secret), from)
    expect((await openSession(hub, session.token))?.actor.name).toBe('ada')
    // The pending sign-in ended with it.
    await expect(finishSignInWithCode(hub, pending, codeOf(secret, 30_000), from)).rejects.toThrow(code('auth.sign_in_expired'))
  })

  test('a secret that waits for its first code protects nothing yet, and a wrong code does not confirm it', async () => {
    const { secret } = await beginTotp(hub, ada, 'Portolan')
    await expect(confirmTotp(hub, ada, '123456', from.address)).rejects.toThrow(code('auth.invalid_code'))
    expect(await signInWithPassword(hub, 'ada', password, from)).toHaveProperty('session')
    await confirmTotp(hub, ada, codeOf(secret), from.address)
    expect(await signInWithPassword(hub, 'ada', password, from)).toHaveProperty('pending')
  })

  test('a code is accepted once, even by two at the same time, and not even the one that set it up', async () => {
    const { secret } = await beginTotp(hub, ada, 'Portolan')
    const first = codeOf(secret)
    await confirmTotp(hub, ada, first, from.address)
    await expect(finishSignInWithCode(hub, await pendingToken(), first, from)).rejects.toThrow(code('auth.invalid_code'))
    hub.tick(30_000)
    const [one, two] = [await pendingToken(), await pendingToken()]
    const next = codeOf(secret)
    const done = await Promise.allSettled([finishSignInWithCode(hub, one, next, from), finishSignInWithCode(hub, two, next, from)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    // An older one than the last accepted one is not accepted either.
    await expect(finishSignInWithCode(hub, await pendingToken(), codeOf(secret, -30_000), from)).rejects.toThrow(code('auth.invalid_code'))
  })

  test('of two who use one recovery code at the same time, one is let in; codes are stored as hashes and end one by one', async () => {
    const { codes } = await setUp()
    const [one, two] = [await pendingToken(), await pendingToken()]
    const typed = codes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    const done = await Promise.allSettled([finishSignInWithCode(hub, one, typed, from), finishSignInWithCode(hub, two, typed, from)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(finishSignInWithCode(hub, await pendingToken(), typed, from)).rejects.toThrow(code('auth.invalid_code'))
    expect((await readSecondFactors(hub, ada)).recoveryCodes).toBe(9)
    const stored = await hub.db.read.selectFrom('recovery_code').selectAll().execute()
    const shown = JSON.stringify(stored.map((row) => Buffer.from(row.code_hash).toString('latin1')))
    for (const each of codes) expect(shown).not.toContain(each.replaceAll('-', ''))
    const fresh = await renewRecoveryCodes(hub, ada)
    await expect(finishSignInWithCode(hub, await pendingToken(), codes[1] ?? '', from)).rejects.toThrow(code('auth.invalid_code'))
    expect(await finishSignInWithCode(hub, await pendingToken(), fresh[0] ?? '', from)).toHaveProperty('token')
  })

  test('guessing is slowed down: for an account from one network, and for an account from everywhere', async () => {
    const { secret } = await setUp()
    const pending = await pendingToken()
    const guess = (i: number, address: string) =>
      finishSignInWithCode(hub, pending, String(100_000 + i), { ...from, address }).catch((e: unknown) => e)
    const told: unknown[] = []
    for (let i = 0; i < 9; i++) told.push(await guess(i, from.address))
    expect(told.slice(0, 8).every((each) => isHubError(each, 'auth.invalid_code'))).toBe(true)
    expect(isHubError(told[8], 'auth.rate_limited')).toBe(true)
    // The right code is not looked at either; from elsewhere it is.
    await expect(finishSignInWithCode(hub, pending, codeOf(secret), from)).rejects.toThrow(code('auth.rate_limited'))
    let limited = 0
    for (let i = 0; i < 100; i++) if (isHubError(await guess(i, `198.51.100.${i}`), 'auth.rate_limited')) limited++
    expect(limited).toBeGreaterThan(0)
  })

  test('a sign-in waits for ten minutes, and ends with a suspension or another password', async () => {
    const { secret } = await setUp()
    const late = await pendingToken()
    hub.tick(10 * minute)
    await expect(finishSignInWithCode(hub, late, codeOf(secret), from)).rejects.toThrow(code('auth.sign_in_expired'))
    const stale = await pendingToken()
    await changePassword(hub, 'ada', password, 'nine harbors in the evening')
    await expect(finishSignInWithCode(hub, stale, codeOf(secret), from)).rejects.toThrow(code('auth.sign_in_expired'))
    const begun = await signInWithPassword(hub, 'ada', 'nine harbors in the evening', from)
    const root = (await hub.db.read.selectFrom('account').selectAll().where('name', '=', 'root').executeTakeFirstOrThrow()).id
    await setSuspended(hub, await actorOf(hub, (await createSession(hub, root)).token), 'ada', true)
    await expect(finishSignInWithCode(hub, 'pending' in begun ? begun.pending.token : '', codeOf(secret), from)).rejects.toThrow(
      code('auth.sign_in_expired'),
    )
  })

  test('what browsers keep of a waiting sign-in opens no session, nor is it stored', async () => {
    await setUp()
    const pending = await pendingToken()
    expect(await openSession(hub, pending)).toBe(null)
    const rows = await hub.db.read.selectFrom('pending_sign_in').selectAll().execute()
    expect(rows.map((row) => Buffer.from(row.token_hash).toString('latin1'))).not.toContain(pending)
  })

  test('waiting sign-ins of one account do not pile up', async () => {
    await setUp()
    for (let i = 0; i < 15; i++) {
      hub.tick(1)
      await pendingToken()
    }
    expect(await hub.db.read.selectFrom('pending_sign_in').selectAll().execute()).toHaveLength(10)
  })

  test('the first second factor ends sessions that were opened without it', async () => {
    const other = (await createSession(hub, ada.userId)).token
    await setUp()
    expect(await openSession(hub, other)).toBe(null)
    expect(await openSession(hub, cookie)).not.toBe(null)
  })

  test('a password alone does not remove the second factor, nor does an old proof', async () => {
    const { secret, codes } = await setUp()
    hub.tick(16 * minute)
    await expect(removeTotp(hub, ada)).rejects.toThrow(code('auth.reauthentication_required'))
    await confirmWithPassword(hub, ada, password, from.address)
    await expect(removeTotp(hub, ada)).rejects.toThrow(code('auth.reauthentication_required'))
    await expect(renewRecoveryCodes(hub, ada)).rejects.toThrow(code('auth.reauthentication_required'))
    await expect(beginTotp(hub, ada, 'Portolan')).rejects.toThrow(code('auth.reauthentication_required'))
    // For other things it is enough.
    await createAccessToken(hub, ada, { name: 'x', role: 'read' })
    await expect(confirmWithCode(hub, ada, '000000', from.address)).rejects.toThrow(code('auth.invalid_code'))
    await confirmWithCode(hub, ada, codeOf(secret), from.address)
    await removeTotp(hub, ada)
    expect(await readSecondFactors(hub, ada)).toMatchObject({ totpSince: null, recoveryCodes: 0 })
    // Recovery codes ended with it.
    const begun = await signInWithPassword(hub, 'ada', password, from)
    expect(begun).toHaveProperty('session')
    expect(codes).toHaveLength(10)
  })

  test('a proof counts for fifteen minutes, and not when the clock was wrong', async () => {
    hub.tick(15 * minute)
    await createAccessToken(hub, ada, { name: 'in time', role: 'read' })
    hub.tick(1)
    await expect(createAccessToken(hub, ada, { name: 'late', role: 'read' })).rejects.toThrow(code('auth.reauthentication_required'))
    await expect(confirmWithPassword(hub, ada, 'not the password', from.address)).rejects.toThrow(code('auth.invalid_credentials'))
    await confirmWithPassword(hub, ada, password, from.address)
    await createAccessToken(hub, ada, { name: 'again', role: 'read' })
    // The clock had jumped ahead when it was proven.
    hub.tick(-2 * minute)
    await expect(createAccessToken(hub, ada, { name: 'future', role: 'read' })).rejects.toThrow(code('auth.reauthentication_required'))
  })

  test('another password ends all sessions but this one, and other sessions do not become proven', async () => {
    const other = (await createSession(hub, ada.userId)).token
    hub.tick(16 * minute)
    await changePassword(hub, 'ada', password, 'nine harbors in the evening', from.address, sessionHashOf(ada))
    expect(await openSession(hub, other)).toBe(null)
    expect(await openSession(hub, cookie)).not.toBe(null)
    await createAccessToken(hub, ada, { name: 'x', role: 'read' })
  })

  test('people see what happened to how they sign in, and nothing of others', async () => {
    const { codes } = await setUp()
    await finishSignInWithCode(hub, await pendingToken(), codes[0] ?? '', from)
    const eve = await createUser(hub, { name: 'eve', password: null })
    const ofEve = await actorOf(hub, (await createSession(hub, eve.id)).token)
    expect((await listSignInActivity(hub, ofEve)).map(({ topic }) => topic)).toEqual(['session.started'])
    expect((await listSignInActivity(hub, ada)).map(({ topic }) => topic)).toEqual([
      'session.started',
      'recovery_code.used',
      'recovery_codes.created',
      'second_factor.added',
      'session.started',
    ])
  })

  test('a token changes nothing about it', async () => {
    const withToken = { ...ada, token: { id: 1, name: 't', role: 'write' } as never, credential: 'token:x' as const }
    for (const work of [() => beginTotp(hub, withToken, 'x'), () => removeTotp(hub, withToken), () => renewRecoveryCodes(hub, withToken)])
      await expect(work()).rejects.toThrow(code('auth.forbidden'))
  })

  // SQLite has one server.
  test(`${database === 'postgres' ? 'of two servers' : 'on one server'}, each code and recovery code is accepted once`, async () => {
    await using second = database === 'postgres' ? await openSecondHub(hub) : null
    const other = second ?? hub
    const { secret, codes } = await setUp()
    for (const typed of [codeOf(secret), codes[3] ?? '']) {
      // A sign-in that began on one server goes on at the other.
      const [one, two] = [await pendingToken(), await pendingToken(other)]
      const done = await Promise.allSettled([finishSignInWithCode(other, one, typed, from), finishSignInWithCode(hub, two, typed, from)])
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    hub.tick(16 * minute)
    await confirmWithPassword(other, ada, password, from.address)
    await createAccessToken(hub, ada, { name: 'x', role: 'read' })
  })
})

function code(expected: string): Error {
  return expect.objectContaining({ code: expected }) as Error
}

async function actorOf(hub: TestHub, cookie: string): Promise<UserActor> {
  const session = await openSession(hub, cookie)
  if (!session) throw new Error('no session')
  return session.actor
}
