import { afterEach, expect, test, vi } from 'vitest'
import { anonymous } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { addressBlock } from './address-block.ts'
import { createPageHub } from './page-hub.ts'

afterEach(() => vi.useRealTimers())

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['local', 'local'],
] as const)('%s counts as %s', ([address, block]) => {
  expect(addressBlock(address)).toBe(block)
})

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
