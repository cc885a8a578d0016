import type { HubConfig } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { alwaysUploadsThroughXet } from '../../http/user-agent.ts'
import { commit, commitLarge, file, gitOidOf, header, ndjson, sha256Of } from '../../testing/lfs-upload.ts'
import type { TestUser } from '../../testing/open-test-server.ts'
import { openRepoWorld, type RepoWorld } from '../../testing/repo-world.ts'

const ten = 10 * 1024 * 1024
const oldPython = 'unknown/None; hf_hub/1.19.0; python/3.12.1'
const newPython = 'transformers/5.1; hf_hub/2.4.0; python/3.12.1; torch/2.9'
const weights = Buffer.from('weights')

describe.for(databases)('preupload on %s', (database) => {
  test('says for each file how it is sent, and what is there', async () => {
    await using world = await openWorld(database)
    const files = [
      { path: 'README.md', size: 10, sample: base64('# Tides') },
      { path: 'config.json', size: 2, sample: base64('{}') },
      { path: 'model.safetensors', size: 7, sample: base64('weights') },
      { path: 'big.txt', size: ten + 1, sample: base64('text') },
      { path: 'just.txt', size: ten, sample: base64('text') },
      { path: 'image.dat', size: 5, sample: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]).toString('base64') },
      { path: 'empty.safetensors', size: 0, sample: '' },
      { path: '.gitattributes', size: 3, sample: base64('* x') },
      { path: 'sub/new.bin', size: 3, sample: base64('abc') },
    ]
    const answer = await ask(world, { files })
    expect(answer.status).toBe(200)
    const body = (await answer.json()) as { commitOid: string; files: unknown[] }
    const row = { shouldIgnore: false }
    expect(body.files).toEqual([
      { ...row, path: 'README.md', uploadMode: 'regular' },
      { ...row, path: 'config.json', uploadMode: 'regular', oid: gitOidOf(Buffer.from('{}')) },
      { ...row, path: 'model.safetensors', uploadMode: 'lfs', oid: sha256Of(weights) },
      { ...row, path: 'big.txt', uploadMode: 'lfs' },
      { ...row, path: 'just.txt', uploadMode: 'regular' },
      { ...row, path: 'image.dat', uploadMode: 'lfs' },
      { ...row, path: 'empty.safetensors', uploadMode: 'regular' },
      { ...row, path: '.gitattributes', uploadMode: 'regular', oid: expect.stringMatching(/^[0-9a-f]{40}$/) as string },
      { ...row, path: 'sub/new.bin', uploadMode: 'lfs' },
    ])
    expect(body.commitOid).toMatch(/^[0-9a-f]{40}$/)
  })

  test('with Xet, clients that know nothing else are told what all are told', async () => {
    await using world = await openWorld(database, { inlineUploadBytes: 20 })
    const answer = await ask(world, { files: [{ path: 'changed.safetensors', size: 20, sample: '' }] }, newPython)
    expect(((await answer.json()) as { files: unknown }).files).toEqual([
      { path: 'changed.safetensors', uploadMode: 'lfs', shouldIgnore: false },
    ])
    expect(answer.headers.get('x-hf-warning')).toBeNull()
  })

  test('without Xet, clients that know nothing else send all up to the limit inside the commit', async () => {
    await using world = await openWorld(database, { xet: 'off', inlineUploadBytes: 20 })
    const files = [
      { path: 'model.safetensors', size: 7, sample: base64('weights') },
      { path: 'changed.safetensors', size: 20, sample: '' },
      { path: 'large.safetensors', size: 21, sample: '' },
      { path: 'config.json', size: 2, sample: base64('{}') },
    ]
    const answer = await ask(world, { files }, newPython)
    // Unchanged files are detected by the git oid of the whole content.
    expect(((await answer.json()) as { files: unknown }).files).toEqual([
      { path: 'model.safetensors', uploadMode: 'regular', shouldIgnore: false, oid: gitOidOf(weights) },
      { path: 'changed.safetensors', uploadMode: 'regular', shouldIgnore: false },
      { path: 'large.safetensors', uploadMode: 'lfs', shouldIgnore: false },
      { path: 'config.json', uploadMode: 'regular', shouldIgnore: false, oid: gitOidOf(Buffer.from('{}')) },
    ])
    expect(answer.headers.get('x-hf-warning')).toMatch(/^large-files; .*HF_HUB_DISABLE_XET=1/)
    const small = await ask(world, { files: files.slice(0, 2) }, newPython)
    expect(small.headers.has('x-hf-warning')).toBe(false)
  })

  test('rules and ignored files come with the upload, or from the repo', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const files = ['a.tide', 'b.log', 'logs/c.txt'].map((path) => ({ path, size: 3, sample: base64('abc') }))
    const modes = async (body: object) => {
      const answer = (await (await ask(world, body)).json()) as { files: { uploadMode: string; shouldIgnore: boolean }[] }
      return answer.files.map(({ uploadMode, shouldIgnore }) => `${uploadMode}${shouldIgnore ? ' ignored' : ''}`)
    }
    expect(await modes({ files })).toEqual(['regular', 'regular', 'regular'])
    expect(await modes({ files, gitAttributes: '*.tide filter=lfs\n', gitIgnore: '*.log\nlogs/\n' })).toEqual([
      'lfs',
      'regular ignored',
      'regular ignored',
    ])
    await commit(
      server,
      'models/ada/tides',
      ndjson(header(), file('.gitignore', '*.tide\n'), file('logs/.gitattributes', '*.txt filter=lfs\n')),
      { as: ada },
    )
    expect(await modes({ files })).toEqual(['regular ignored', 'regular', 'lfs'])
    expect(await modes({ files, gitIgnore: '' })).toEqual(['regular', 'regular', 'lfs'])
  })

  test('who may, and where', async () => {
    await using world = await openWorld(database)
    const { server, bob } = world
    const body = { files: [] }
    expect((await ask(world, body)).status).toBe(200)
    const at = (path: string, as?: TestUser) => server.request(path, { method: 'POST', body: JSON.stringify(body), ...(as ? { as } : {}) })
    expect((await at('/api/models/ada/tides/preupload/main')).status).toBe(401)
    expect((await at('/api/models/ada/tides/preupload/main', bob)).status).toBe(403)
    const noBranch = await at('/api/models/ada/tides/preupload/nope', world.ada)
    expect([noBranch.status, noBranch.headers.get('x-error-code')]).toEqual([404, 'RevisionNotFound'])
    expect((await at('/api/datasets/ada/tides/preupload/main', bob)).status).toBe(404)
  })
})

test.for([
  [undefined, false],
  ['', false],
  ['curl/8', false],
  ['unknown/None; hf_hub/0.36.2; python/3.12', false],
  [oldPython, false],
  ['unknown/None; hf_hub/1.20.0; python/3.12', true],
  ['unknown/None; hf_hub/1.20.0.dev0; python/3.12', true],
  [newPython, true],
  ['unknown/None; hf_hub/2.0; python/3.12', true],
  ['unknown/None; hf_hub/10.0.1', true],
  ['@huggingface/hub/2.17.5', false],
] as const)('%s: Xet and nothing else is %s', ([userAgent, expected]) => {
  expect(alwaysUploadsThroughXet(userAgent)).toBe(expected)
})

async function openWorld(database: 'sqlite' | 'postgres', config: Partial<HubConfig> = {}): Promise<RepoWorld> {
  const world = await openRepoWorld(database, config)
  const { server, ada } = world
  await commit(server, 'models/ada/tides', ndjson(header(), file('config.json', '{}')), { as: ada })
  await commitLarge(server, 'ada/tides', 'model.safetensors', weights, ada)
  return world
}

function ask({ server, ada }: RepoWorld, body: object, userAgent = oldPython): Promise<Response> {
  return server.request('/api/models/ada/tides/preupload/main', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'User-Agent': userAgent },
    as: ada,
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

test('malformed questions are refused, hostile ones end', async () => {
  await using world = await openWorld('sqlite')
  const fine = { path: 'a', size: 1, sample: '' }
  const malformed: unknown[] = [
    {},
    { files: 1 },
    { files: [{ path: 'a' }] },
    { files: [{ path: 'a', size: -1 }] },
    { files: [{ path: 'a', size: 1.5 }] },
    { files: [{ ...fine, sample: '***' }] },
    { files: Array(1001).fill(fine) },
    [],
  ]
  for (const body of malformed)
    expect([JSON.stringify(body).slice(0, 60), (await ask(world, body as object)).status]).toEqual([JSON.stringify(body).slice(0, 60), 400])
  const deep = { path: `${'a/'.repeat(400)}${'a'.repeat(150)}`, size: 1, sample: '' }
  const hostile = await ask(world, { files: Array(500).fill(deep), gitIgnore: `${'**/a/'.repeat(50)}${'*a'.repeat(200)}b\n`.repeat(500) })
  expect([hostile.status, ((await hostile.json()) as { code: string }).code]).toEqual([400, 'body.invalid'])
  const strangePath = await ask(world, { files: [{ ...fine, path: '../../etc' }] })
  expect(((await strangePath.json()) as { files: unknown[] }).files).toEqual([
    { path: '../../etc', uploadMode: 'regular', shouldIgnore: false },
  ])
})
