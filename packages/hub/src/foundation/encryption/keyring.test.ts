import { expect, test } from 'vitest'
import { Keyring } from './keyring.ts'

const [one, two] = [Buffer.alloc(32, 'one'), Buffer.alloc(32, 'two')]
const place = 'webhook.secret/a'

test('a value can be read with its key, at its place, and unchanged', () => {
  const keys = new Keyring([one])
  const stored = keys.encrypt(place, 'päss')
  expect(stored).toMatch(/^encrypted:1 [0-9a-f]{8} [\w-]+$/)
  expect(keys.encrypt(place, 'päss')).not.toBe(stored)
  expect(keys.decrypt(place, stored)).toBe('päss')
  expect(keys.read('webhook.secret/b', stored)).toEqual({ state: 'unreadable', keyId: null })
  expect(new Keyring([two]).read(place, stored)).toEqual({ state: 'unreadable', keyId: keys.currentId })
  for (let i = 0; i < stored.length; i++) {
    const changed = stored.slice(0, i) + (stored[i] === 'A' ? 'B' : 'A') + stored.slice(i + 1)
    const { state } = keys.read(place, changed)
    // Without the beginning it is some other text; the last digit of base64 has bits that do not count.
    if (i >= 12 && i < stored.length - 1) expect(state, changed).toBe('unreadable')
  }
  for (const cut of ['encrypted:1 ', `encrypted:1 ${keys.currentId}`, stored.slice(0, 40)])
    expect(() => keys.decrypt(place, cut)).toThrow(expect.objectContaining({ code: 'encryption.key_missing' }) as Error)
})

test('the first key encrypts, all decrypt, and without keys values are as they are', () => {
  const stored = new Keyring([one]).encrypt(place, 'x')
  expect(new Keyring([two, one]).read(place, stored)).toEqual({ state: 'older', value: 'x', keyId: new Keyring([one]).currentId })
  expect(new Keyring([two, one]).read(place, new Keyring([two]).encrypt(place, 'x'))).toEqual({ state: 'current', value: 'x' })
  expect(new Keyring([]).encrypt(place, 'x')).toBe('x')
  expect(new Keyring([one]).decrypt(place, 'x')).toBe('x')
  expect(() => new Keyring([]).decrypt(place, stored)).toThrow('lacks the key')
})
