import { expect, test } from 'vitest'
import { cloneCommands } from './clone-commands.ts'

test('the addresses of every kind', () => {
  expect(cloneCommands('https://hub.example/prefix', '/datasets/ada/tides').map(({ code }) => code)).toEqual([
    'git lfs install\ngit clone https://hub.example/prefix/datasets/ada/tides\n',
    'GIT_LFS_SKIP_SMUDGE=1 git clone https://hub.example/prefix/datasets/ada/tides\n',
    'git clone --depth 1 https://hub.example/prefix/datasets/ada/tides\n',
  ])
})

test.for([
  ['http://[::1]:8080', `'http://[::1]:8080/ada/tides'`],
  ["https://x/'; touch y; '", String.raw`'https://x/'\''; touch y; '\''/ada/tides'`],
  ['https://x/$(id)', `'https://x/$(id)/ada/tides'`],
  ['https://x/a b&c', `'https://x/a b&c/ada/tides'`],
] as const)('a shell reads %j as one word', ([origin, word]) => {
  expect(cloneCommands(origin, '/ada/tides').at(-1)?.code).toBe(`git clone --depth 1 ${word}\n`)
})
