import { expect, test } from 'vitest'
import { markdownOf } from '../scripts/compatibility/markdown.ts'
import { lostCalls, tableOf } from '../scripts/compatibility/table.ts'
import type { RecordedCall } from './support/call-record.ts'
import { nameOf } from './support/noted-git.ts'

/* The compatibility table, built from what the client tests recorded. */

const call = (over: Partial<RecordedCall>): RecordedCall => ({
  client: 'huggingface_hub',
  release: 'newest',
  version: '2.4.0',
  call: 'create_repo',
  error: null,
  status: null,
  note: null,
  test: 'e2e/compatibility.test.ts: create',
  ...over,
})

const calls = [
  call({ error: 'HfHubHTTPError', status: 409 }),
  call({}),
  call({ release: '0.36', version: '0.36.2', test: 'e2e/compatibility.test.ts: again' }),
  call({ call: 'search_spaces', note: 'By words' }),
  call({ call: 'run_job', error: 'HfHubHTTPError', status: 404, note: 'This hub runs no jobs.' }),
  call({ call: 'upload_attachment', error: 'HfHubHTTPError', status: 404 }),
  call({ call: 'create_repo', error: 'listed' }),
  call({ call: 'kernel_info', error: 'listed' }),
  call({ client: 'git', release: 'Debian', version: '2.39', call: 'git clone' }),
]

test('a call works when it once did what it was asked; refusals have their reason; what is only listed was not tried', () => {
  const [hub, git] = tableOf(calls)
  expect(hub).toEqual({
    client: 'huggingface_hub',
    releases: [
      { name: 'newest', version: '2.4.0' },
      { name: '0.36', version: '0.36.2' },
    ],
    calls: [
      {
        call: 'create_repo',
        cells: { newest: { outcome: 'works' }, '0.36': { outcome: 'works' } },
        tests: ['e2e/compatibility.test.ts: again', 'e2e/compatibility.test.ts: create'],
      },
      {
        call: 'run_job',
        cells: { newest: { outcome: 'refused', note: 'This hub runs no jobs.' } },
        tests: ['e2e/compatibility.test.ts: create'],
      },
      { call: 'search_spaces', cells: { newest: { outcome: 'note', note: 'By words' } }, tests: ['e2e/compatibility.test.ts: create'] },
      {
        call: 'upload_attachment',
        cells: { newest: { outcome: 'refused', note: 'HfHubHTTPError 404' } },
        tests: ['e2e/compatibility.test.ts: create'],
      },
    ],
    untried: ['kernel_info'],
  })
  expect(git?.calls.map(({ call: name }) => name)).toEqual(['git clone'])
  expect(markdownOf(tableOf(calls))).toContain('| `create_repo` | works | works |  |')
})

test('a call that worked and does not any more is lost; a client that was not run is missing', () => {
  const before = tableOf(calls)
  expect(lostCalls(before, before)).toEqual({ lost: [], missing: [] })
  const broken = tableOf([
    call({ error: 'HfHubHTTPError', status: 500 }),
    ...calls.slice(2, 4).filter(({ release }) => release === 'newest'),
  ])
  expect(lostCalls(before, broken)).toEqual({
    lost: ['huggingface_hub newest: create_repo (refused)'],
    missing: ['huggingface_hub 0.36', 'git Debian'],
  })
})

test('commands of git that speak with a hub, by what makes them another call', () => {
  expect(nameOf(['clone', '-q', '--depth=1', 'http://x/a'])).toBe('git clone --depth')
  expect(nameOf(['-C', 'x', 'fetch', '-q', '--deepen=99'])).toBe('git fetch --deepen')
  expect(nameOf(['clone', '--filter=blob:none', 'http://x'])).toBe('git clone --filter=blob:none')
  expect(nameOf(['push', '-q', 'origin', ':gone', '+main'])).toBe('git push (delete) --force')
  expect(nameOf(['-C', 'x', 'lfs', 'lock', 'a.bin'])).toBe('git lfs lock')
  for (const args of [
    ['lfs', 'track', '*.bin'],
    ['-C', 'x', 'log'],
    ['rev-parse', 'HEAD'],
  ])
    expect(nameOf(args)).toBe(null)
})
