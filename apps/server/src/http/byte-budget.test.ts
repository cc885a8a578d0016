import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

test('bodies share the room, and give it back once', () => {
  const room = new ByteBudget(100, 60)
  const first = room.reserve('50')
  const second = room.reserve('50')
  expect(() => room.reserve('1')).toThrow(expect.objectContaining({ code: 'xet.busy' }) as Error)
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  expect(room.reserve('50').bytes).toBe(50)
  expect(() => room.reserve('1')).toThrow(expect.objectContaining({ code: 'xet.busy' }) as Error)
  second[Symbol.dispose]()
  expect(room.reserve('0').bytes).toBe(0)
})

test('an unknown length takes what one may take; more than that is too much', () => {
  const room = new ByteBudget(100, 60)
  expect(room.reserve(undefined).bytes).toBe(60)
  expect(() => room.reserve(undefined)).toThrow(expect.objectContaining({ code: 'xet.busy' }) as Error)
  expect(() => room.reserve('61')).toThrow(expect.objectContaining({ code: 'body.too_large' }) as Error)
  expect(room.reserve('40').bytes).toBe(40)
})
