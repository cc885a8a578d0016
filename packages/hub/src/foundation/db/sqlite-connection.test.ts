import { expect, test } from 'vitest'
import { sqliteConnection } from './sqlite-connection.ts'

test('a row id that no number can hold stops no later statement', () => {
  const connection = sqliteConnection(':memory:')
  connection.raw.exec('create table chart (id integer primary key, name text)')
  const insert = connection.prepare('insert into chart (id, name) values (?, ?)')
  expect(insert.run([2n ** 53n + 2n ** 37n, 'deep'])).toEqual({ changes: 1n, lastInsertRowid: 2n ** 53n + 2n ** 37n })
  expect(connection.prepare('update chart set name = ?').run(['deeper'])).toMatchObject({ changes: 1n })
  expect(connection.prepare('select name from chart').all([])).toEqual([{ name: 'deeper' }])
  connection.close()
})
