import { HubError } from '@portolan/contract'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/open-test-app.ts'
import { JsonStructure } from './json-structure.ts'

const slow = {
  'a million brackets': ['['.repeat(1_000_000), 'The JSON is nested more than 100 levels deep'],
  'a hundred thousand names': [
    `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
    'The JSON has too many values. Send several requests.',
  ],
  'a million numbers': [`[${'1,'.repeat(1_000_000)}1]`, 'The JSON has too many values. Send several requests.'],
} as const

test.for(Object.entries(slow))('%s are refused before they are parsed, whichever route gets them', async ([, [body, message]]) => {
  await using t = await openTestApp()
  await t.addRepo({ type: 'model', name: 'm', files: { 'a.txt': 'a' } })
  for (const path of [
    '/api/validate-yaml',
    '/api/models/ada/m/paths-info/main',
    '/api/models/ada/m/preupload/main',
    '/ada/m.git/info/lfs/objects/batch',
    '/v1/chat/completions',
  ]) {
    const answer = await t.call(path, { as: 'ada', method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    expect([path, answer.status, await answer.text()]).toEqual([path, 400, expect.stringContaining(message)])
  }
})

test('a form of a million paths is refused before it is parsed', async () => {
  await using t = await openTestApp()
  await t.addRepo({ type: 'model', name: 'm', files: { 'a.txt': 'a' } })
  const ask = (paths: string) =>
    t.call('/api/models/ada/m/paths-info/main', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: paths,
    })
  expect((await ask(`${'a&'.repeat(1_000_000)}paths=a.txt`)).status).toBe(400)
  expect(await (await ask(`${'paths=a.txt&'.repeat(2_000)}expand=false`)).json()).toHaveLength(1)
})

test('structure inside texts does not count, wherever the text is cut into pieces', () => {
  const body = Buffer.from(JSON.stringify({ content: `${'['.repeat(1_000)}"\\${'"{:,'.repeat(100_000)}` }))
  for (const size of [1, 2, 3, 7, 65_536]) {
    const structure = new JsonStructure()
    for (let at = 0; at < body.length; at += size) structure.take(body.subarray(at, at + size))
  }
  expect(() => new JsonStructure().take(Buffer.from(`{"a":${'['.repeat(101)}`))).toThrow(HubError)
})
