import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

const route = (path: string) => `/api/models/ada/${path}`
const index = (map: unknown) => JSON.stringify({ metadata: { total_size: 24 }, weight_map: map })

/** A file with one tensor of zeros. */
function shard(name: string, shape: number[]): string {
  const bytes = shape.reduce((product, side) => product * side, 4)
  const header = Buffer.from(JSON.stringify({ [name]: { dtype: 'F32', shape, data_offsets: [0, bytes] } }))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([length, header, Buffer.alloc(bytes)]).toString('latin1')
}

test('the headers of all shards come with one request, for whoever may read the files', async () => {
  await using t = await openTestApp()
  const shards = { 'a-1.safetensors': shard('a', [2]), 'a-2.safetensors': shard('b', [4]) }
  const map = { a: 'a-1.safetensors', b: 'a-2.safetensors', b2: 'a-2.safetensors' }
  const files = {
    'model.safetensors.index.json': index(map),
    ...shards,
    'unet/x.safetensors.index.json': index({ c: 'c.safetensors' }),
    'unet/c.safetensors': shard('c', [1, 1]),
  }
  for (const visibility of ['public', 'private'] as const) await t.addRepo({ type: 'model', name: visibility, files, visibility })
  const whole = await t.call(route('public/safetensors-metadata/model.safetensors.index.json'))
  expect([whole.status, await whole.json()]).toEqual([
    200,
    {
      index: { metadata: { total_size: 24 } },
      headers: {
        'a-1.safetensors': { a: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } },
        'a-2.safetensors': { b: { dtype: 'F32', shape: [4], data_offsets: [0, 16] } },
      },
    },
  ])
  const inFolder = await t.call(route('public/safetensors-metadata/unet/x.safetensors.index.json'))
  expect(await inFolder.json()).toMatchObject({ headers: { 'c.safetensors': { c: { shape: [1, 1] } } } })
  const path = route('private/safetensors-metadata/model.safetensors.index.json')
  expect((await t.call(path, { as: 'ada' })).status).toBe(200)
  expect((await t.call(path, { as: 'eve' })).status).toBe(404)
  expect((await t.call(path)).status).toBe(401)
})

test.for([
  ['no JSON', '{', 422],
  ['a list', '[]', 422],
  ['no map', '{"metadata": {}}', 422],
  ['a map of numbers', index({ a: 1 }), 422],
  ['a missing shard', index({ a: 'none.safetensors' }), 404],
  ['a way out of the folder', index({ a: '../README.md' }), 404],
  ['a shard that is none', index({ a: 'README.md' }), 422],
  ['an empty shard', index({ a: 'empty' }), 422],
  ['very many shards', index(Object.fromEntries(Array.from({ length: 401 }, (_, i) => [String(i), `${i}.safetensors`]))), 422],
  ['a name of every object', '{"weight_map": {"__proto__": "constructor"}}', 404],
] as const)('an index with %s is refused in words', async ([, content, status]) => {
  await using t = await openTestApp()
  await t.addRepo({ type: 'model', name: 'm', files: { 'README.md': '# A model of the tides\n', empty: '', 'x.index.json': content } })
  const answer = await t.call(route('m/safetensors-metadata/x.index.json'))
  expect([answer.status, await answer.json()]).toMatchObject([status, { code: status === 422 ? 'safetensors.invalid' : 'entry.not_found' }])
})

test('large indexes and headers are parsed in threads, not where requests are served', async () => {
  await using t = await openTestApp()
  const tensors = (first: string) => [first, ...Array.from({ length: 2_000 }, (_, n) => `t${n}`)]
  const described = JSON.stringify(
    Object.fromEntries(tensors('a').map((name) => [name, { dtype: 'F32', shape: [], data_offsets: [0, 4] }])),
  )
  // Padded to a length that is ASCII in bytes: files of tests are texts.
  const header = Buffer.from(described.padEnd(0x2_00_00))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  const files = {
    'x.index.json': index(Object.fromEntries(tensors('a').map((name) => [name, 'a.safetensors']))),
    'a.safetensors': Buffer.concat([length, header, Buffer.alloc(4)]).toString('latin1'),
    'deep.index.json': '['.repeat(200_000),
  }
  await t.addRepo({ type: 'model', name: 'm', files })
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const answer = await t.call(route('m/safetensors-metadata/x.index.json'))
    const deep = await t.call(route('m/safetensors-metadata/deep.index.json'))
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))
    parse.mockRestore()
    expect(longest).toBeLessThan(33_000)
    const { headers } = (await answer.json()) as { headers: Record<string, Record<string, unknown>> }
    expect(Object.keys(headers['a.safetensors'] ?? {})).toHaveLength(2_001)
    expect([deep.status, await deep.json()]).toMatchObject([422, { code: 'safetensors.invalid' }])
  } finally {
    parse.mockRestore()
  }
})
