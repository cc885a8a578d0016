import { expect, test } from 'vitest'
import { placeFailure } from './place-failure.ts'

test.for([
  ['nothing was refused', null, [null, null, null]],
  ['a field of the form', { error: 'taken', field: 'name' }, [null, 'taken', null]],
  ['a field that the form does not have', { error: 'too long', field: 'bio' }, ['too long', null, null]],
  ['the form as a whole', { error: 'not now', field: null }, ['not now', null, null]],
] as const)('%s', ([, failure, expected]) => {
  const { above, at } = placeFailure(failure, ['name', 'website'])
  expect([above, at('name'), at('website')]).toEqual(expected)
})
