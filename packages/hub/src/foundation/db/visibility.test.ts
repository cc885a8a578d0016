import { expectTypeOf, test } from 'vitest'
import type { Reader } from './db.ts'
import { visibility } from './visibility.ts'

test('a bare number is no visibility in a query', () => {
  const queries = (db: Reader) => [
    db.selectFrom('repo').select('id').where('vis', '<', visibility.deleted),
    // @ts-expect-error use the name for 2, not the number
    db.selectFrom('repo').select('id').where('vis', '<', 2),
    // @ts-expect-error nor any other plain number
    db.selectFrom('repo').select('id').where('repo.vis', '=', Number('1')),
  ]
  expectTypeOf(queries).toBeFunction()
})
