import { afterEach, expect, test, vi } from 'vitest'
import { anonymous } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { createPageHub } from './page-hub.ts'

afterEach(() => vi.useRealTimers())

test('accounts opened from one network are limited by the hour; another network and another hour are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await using hub = await openTestHub({ config: { signUpsPerHour: 3 } })
  let n = 0
  const signUp = (callerAddress: string, password = 'a long enough passphrase') =>
    createPageHub(hub, anonymous, {
      origin: 'http://localhost',
      sessionToken: null,
      sessionExpiresAt: null,
      requestId: 'r',
      userAgent: null,
      callerAddress,
    }).signUp({
      name: `user-${n++}`,
      password,
      email: null,
      inviteCode: null,
    })
  await signUp('2001:db8::1')
  await signUp('2001:db8::2')
  await expect(signUp('2001:db8::3', 'short')).rejects.toMatchObject({ code: 'account.weak_password' })
  await expect(signUp('2001:db8::4')).rejects.toMatchObject({ code: 'auth.rate_limited', details: { retryAfter: 3600 } })
  await signUp('2001:db8:0:1::4')
  vi.setSystemTime(Date.now() + 3600_000)
  await signUp('2001:db8::4')
  expect(await hub.db.read.selectFrom('account').select('id').execute()).toHaveLength(4)
})
