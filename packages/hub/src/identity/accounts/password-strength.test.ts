import { expect, test } from 'vitest'
import { guessability } from './password-strength.ts'

const about = ['grace', 'grace.hopper@example.org']

test.for([
  ['a list of leaked passwords', 'password123'],
  ['a list, with letters replaced', 'P4ssw0rd1234'],
  ['keys that lie side by side', 'qwertyuiopasdf'],
  ['a sequence', 'abcdefghijkl'],
  ['the same again and again', 'abcabcabcabcabcabcabcabcabcabcabcabcabc'],
  ['a date', '2026-11-23xx'],
  ['a season and a year', 'Summer2026!'],
  ['her own name', 'gracehopper1'],
  ['the name of the hub', 'portolan1234'],
] as const)('%s is too easy to guess, and it is said why', async ([, password]) => {
  expect(await guessability(password, about)).toMatch(/^This password is too easy to guess\. \S.*\.$/)
})

test.for(['harbour lights at nine', 'correcthorsebatterystaple', 'J8#kd92mQz', 'x7Gq-2mVw-9rTb', 'schiffe im nebel vor anker'])(
  '%s will do',
  async (password) => {
    expect(await guessability(password, about)).toBe(null)
  },
)

test('only the beginning of a long password is looked at', async () => {
  const good = 'harbour lights at nine in the fog'
  expect(await guessability(good + 'aB1!'.repeat(250), about)).toBe(await guessability(good, about))
})
