import { expect, test } from 'vitest'
import { type ClientTable, worksSomewhere } from './call-table.ts'
import { callFilter, clientTables, findCalls } from './calls.server.ts'

const tables: ClientTable[] = [
  {
    client: 'hf',
    releases: [{ name: 'newest', version: '2.4.0' }],
    calls: [
      { call: 'hf repos create', cells: { newest: { outcome: 'works' } }, tests: [] },
      { call: 'hf jobs run', cells: { newest: { outcome: 'refused', note: 'This hub runs no jobs.' } }, tests: [] },
    ],
    untried: ['hf repos ssh'],
  },
  {
    client: 'git',
    releases: [],
    calls: [{ call: 'git clone', cells: { Debian: { outcome: 'note', note: 'x' } }, tests: [] }],
    untried: [],
  },
]
const names = (found: readonly ClientTable[]) => found.flatMap(({ calls, untried }) => [...calls.map(({ call }) => call), ...untried])

test('calls are found by client, by the words of their names and by how they end', () => {
  const all = { client: '', q: '', outcome: '' } as const
  expect(names(findCalls(tables, all))).toEqual(['hf repos create', 'hf jobs run', 'hf repos ssh', 'git clone'])
  expect(names(findCalls(tables, { ...all, client: 'git' }))).toEqual(['git clone'])
  expect(names(findCalls(tables, { ...all, q: 'REPOS hf' }))).toEqual(['hf repos create', 'hf repos ssh'])
  expect(names(findCalls(tables, { ...all, outcome: 'works' }))).toEqual(['hf repos create', 'git clone'])
  expect(names(findCalls(tables, { ...all, outcome: 'refused' }))).toEqual(['hf jobs run'])
  expect(findCalls(tables, { ...all, q: 'nothing' })).toEqual([])
})

test('an address that names what is not there is an address without it', () => {
  expect(callFilter(new URLSearchParams('client=nobody&outcome=maybe&q=+x+'))).toEqual({ client: '', q: 'x', outcome: '' })
})

test('the committed table has the clients of the contract, and most of their calls work', () => {
  const clients = clientTables.map(({ client }) => client)
  expect(clients).toEqual(expect.arrayContaining(['huggingface_hub', 'huggingface_hub (hf)', '@huggingface/hub (Node)', 'git', 'git-lfs']))
  const calls = clientTables.flatMap((each) => each.calls)
  expect(calls.filter(worksSomewhere).length).toBeGreaterThan(calls.length / 2)
})
