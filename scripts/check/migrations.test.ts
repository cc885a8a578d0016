import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationProblems } from './migrations.ts'

/* Tests the check that landed migrations never change. */

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-migrations-'))
  write('0001-initial.ts')
  write('0002-ships.ts')
  migrationProblems({ folder, record: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text = file): void {
  writeFileSync(join(folder, file), text)
}
const recorded = () => Object.keys(JSON.parse(readFileSync(join(folder, 'hashes.json'), 'utf8')) as object)

test('those that landed are there and unchanged', () => {
  expect(migrationProblems({ folder })).toEqual([])
  expect(recorded()).toEqual(['0001-initial.ts', '0002-ships.ts'])
  write('0001-initial.ts', 'changed')
  rmSync(join(folder, '0002-ships.ts'))
  const problems = [
    '0001-initial.ts: has landed and was changed; write a new migration instead',
    '0002-ships.ts: has landed and is missing',
  ]
  expect(migrationProblems({ folder })).toEqual(problems)
  // Recording does not hide a problem.
  const before = readFileSync(join(folder, 'hashes.json'), 'utf8')
  expect(migrationProblems({ folder, record: true })).toEqual(problems)
  expect(readFileSync(join(folder, 'hashes.json'), 'utf8')).toBe(before)
})

test('a new one comes after all of them, and is recorded by wish', () => {
  write('0003-ports.ts')
  expect(migrationProblems({ folder })).toEqual(['0003-ports.ts: is new; record it with npm run check -- --record-migrations'])
  migrationProblems({ folder, record: true })
  expect(recorded()).toEqual(['0001-initial.ts', '0002-ships.ts', '0003-ports.ts'])
  expect(migrationProblems({ folder })).toEqual([])
})

test('a number that was used, or lies below, is refused', () => {
  write('0002-ports.ts')
  write('0004-a.ts')
  write('0004-b.ts')
  write('five.ts')
  expect(migrationProblems({ folder, record: true })).toEqual([
    'five.ts: a migration is called 0002-what-it-does.ts',
    '0002-ports.ts: its number has to be greater than 0002, the last one there is',
    '0004-b.ts: its number has to be greater than 0004, the last one there is',
    'five.ts: its number has to be greater than 0004, the last one there is',
  ])
  expect(recorded()).toEqual(['0001-initial.ts', '0002-ships.ts'])
})
