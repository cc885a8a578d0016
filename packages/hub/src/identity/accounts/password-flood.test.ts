import { readFile } from 'node:fs/promises'
import { isHubError } from '@portolan/contract'
import { expect, describe, test } from 'vitest'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { addressBlock } from './address-block.ts'
import { passwordLimits } from './password-limits.ts'
import { changePassword, createUser, verifyPassword } from './sign-up.ts'

const password = 'correct horse battery staple'

/** What became of an attempt. */
async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'right',
    (error: unknown) => (isHubError(error) ? error.code : String(error)),
  )
}

test('a flood of sign-ins holds up neither files nor another network: what is too much is refused', async () => {
  await using hub = await openTestHub({})
  await createUser(hub, { name: 'ada', password })
  let hashed = 0
  const flood = Array.from({ length: 24 }, async (_, n) => {
    const result = await outcome(verifyPassword(hub, `nobody-${n}`, password, '203.0.113.9'))
    if (result === 'auth.invalid_credentials') hashed++
    return result
  })
  // Everybody has asked for a hash by now.
  await new Promise((resolve) => setTimeout(resolve, 20))
  await readFile(import.meta.filename)
  const before = hashed
  expect(await outcome(verifyPassword(hub, 'ada', password, '198.51.100.1'))).toBe('right')
  // Networks take turns: only a few of the flood were served before her.
  expect(hashed - before).toBeLessThan(6)
  const results = await Promise.all(flood)
  expect(new Set(results)).toEqual(new Set(['auth.invalid_credentials', 'auth.rate_limited']))
  // The file was read while attempts were still waiting for their hash.
  expect(before).toBeLessThan(hashed)
})

describe.for(databases)('%s', (database) => {
  test('name and e-mail address of an account have their attempts together, from each network', async () => {
    await using hub = await openTestHub({ database })
    await createUser(hub, { name: 'ada', password, email: 'ada@example.org' })
    for (let n = 0; n < 10; n++) {
      const result = await outcome(verifyPassword(hub, n % 2 === 0 ? 'Ada' : 'ADA@example.org', 'wrong', '203.0.113.9'))
      expect(result).toBe('auth.invalid_credentials')
    }
    expect(await outcome(verifyPassword(hub, 'ada', password, '203.0.113.9'))).toBe('auth.rate_limited')
    expect(await outcome(verifyPassword(hub, 'ada@example.org', password, '203.0.113.9'))).toBe('auth.rate_limited')
    expect(await outcome(verifyPassword(hub, 'ada', password, '198.51.100.1'))).toBe('right')
  })

  test('a right password takes back its own attempt, not those for others', async () => {
    await using hub = await openTestHub({ database })
    for (const name of ['ada', 'bob']) await createUser(hub, { name, password })
    for (let n = 0; n < 9; n++) await outcome(verifyPassword(hub, 'bob', 'wrong', '203.0.113.9'))
    for (let n = 0; n < 12; n++) expect(await outcome(verifyPassword(hub, 'ada', password, '203.0.113.9'))).toBe('right')
    expect(await outcome(verifyPassword(hub, 'bob', 'wrong', '203.0.113.9'))).toBe('auth.invalid_credentials')
    expect(await outcome(verifyPassword(hub, 'bob', password, '203.0.113.9'))).toBe('auth.rate_limited')
  })

  test('the old password that a change asks for is guessed no faster', async () => {
    await using hub = await openTestHub({ database })
    await createUser(hub, { name: 'ada', password })
    const change = (old: string) => outcome(changePassword(hub, 'ada', old, 'another correct horse battery', '203.0.113.9'))
    for (let n = 0; n < 10; n++) expect(await change('wrong')).toBe('auth.invalid_credentials')
    expect(await change(password)).toBe('auth.rate_limited')
  })
})

test('one password tried on many names from one network is slowed; other networks are not', async () => {
  await using hub = await openTestHub({})
  await createUser(hub, { name: 'ada', password })
  const limits = passwordLimits(hub)
  // As verifyPassword does, without the work of hashing.
  for (let n = 0; n < 49; n++) await limits.count(`nobody name-${n}`, addressBlock(`2001:db8::${n}`))
  expect(await outcome(verifyPassword(hub, 'name-49', 'spring2026', '2001:db8::49'))).toBe('auth.invalid_credentials')
  expect(await outcome(verifyPassword(hub, 'ada', password, '2001:db8::50'))).toBe('auth.rate_limited')
  expect(await outcome(verifyPassword(hub, 'ada', password, '2001:db8:0:1::1'))).toBe('right')
})
