import { expectTypeOf, test } from 'vitest'
import type { Reader } from './db.ts'
import { visibility } from './visibility.ts'

test('a bare number is no visibility in a query', () => {
  const queries = (db: Reader) => [
    db.selectFrom('repo').select('id').where('vis', '<', visibility.deleted),
    // @ts-expect-error what 2 means is said by its name
    db.selectFrom('repo').select('id').where('vis', '<', 2),
    // @ts-expect-error nor is any number that comes from elsewhere
    db.selectFrom('repo').select('id').where('repo.vis', '=', Number('1')),
  ]
  expectTypeOf(queries).toBeFunction()
})
