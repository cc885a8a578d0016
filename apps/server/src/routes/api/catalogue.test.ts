import { taskIds } from '@portolan/tasks'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

describe('validate-yaml', () => {
  const check = async (content: string, repoType = 'model') => {
    await using t = await openTestApp()
    const answer = await t.call('/api/validate-yaml', { method: 'POST', json: { content, repoType } })
    expect(answer.headers.get('content-type')).toContain('application/json')
    const body = (await answer.json()) as { errors: { message: string }[]; warnings: unknown[] }
    return [answer.status, body.errors.length] as const
  }

  test('a good card passes, a broken one does not', async () => {
    expect(await check('---\nlicense: mit\n---\n# Hello\n')).toEqual([200, 0])
    expect(await check('# No front matter\n')).toEqual([200, 0])
    expect(await check('---\nlicense: [mit\n---\n')).toEqual([400, 1])
    expect(await check('---\n- a list\n---\n')).toEqual([400, 1])
    expect(await check('---\ntitle: x\nsdk: cobol\n---\n', 'space')).toEqual([400, 1])
  })

  test('a bomb of aliases is refused in no time', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
    ]
    const start = performance.now()
    expect((await check(`---\n${bomb.join('\n')}\n---\n`))[0]).toBe(400)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  test.for(['', '{', '[]', '{"content":1}', '{"content":"x","repoType":"bucket"}'])('%j is answered with JSON', async (body) => {
    await using t = await openTestApp()
    const answer = await t.call('/api/validate-yaml', { method: 'POST', body })
    expect([answer.status, typeof ((await answer.json()) as { error: string }).error]).toEqual([400, 'string'])
  })
})

describe('calls that clients make on the side', () => {
  test('agent harnesses and telemetry', async () => {
    await using t = await openTestApp()
    expect(await (await t.call('/api/agent-harnesses')).json()).toEqual({ standardEnvVars: [], harnesses: {} })
    expect((await t.call('/api/telemetry/transformers/pipeline', { method: 'HEAD' })).status).toBe(200)
    expect((await t.call('/oauth/device', { method: 'POST' })).status).toBe(404)
    expect((await t.call('/.well-known/openid-configuration')).status).toBe(404)
  })

  test('every task has what the inference client reads', async () => {
    await using t = await openTestApp()
    const tasks = (await (await t.call('/api/tasks')).json()) as Record<string, { id: string; widgetModels: unknown; libraries: unknown }>
    expect(Object.keys(tasks).sort()).toEqual([...taskIds].sort())
    for (const [id, task] of Object.entries(tasks))
      expect([task.id, Array.isArray(task.widgetModels), Array.isArray(task.libraries)]).toEqual([id, true, true])
  })

  test('git is told in its own tongue', async () => {
    await using t = await openTestApp()
    const answer = await t.call('/ada/chart.git/info/refs?service=git-upload-pack')
    expect([answer.status, (await answer.text()).split('\n')[0]]).toEqual([501, 'This hub does not speak git over HTTP yet.'])
  })

  test('Xet tokens: 404 with the way out, for those who may write', async () => {
    await using t = await openTestApp()
    await t.addRepo({ type: 'model', name: 'chart' })
    const answer = await t.call('/api/models/ada/chart/xet-write-token/main', { as: 'ada' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('x-error-message')).toContain('HF_HUB_DISABLE_XET=1')
    expect((await t.call('/api/models/ada/chart/xet-write-token/main', { as: 'eve' })).status).toBe(403)
  })
})

describe('tags and search', () => {
  test('tags by type, and one type alone', async () => {
    await using t = await openTestApp()
    await t.addRepo({
      type: 'model',
      name: 'chart',
      files: { 'README.md': '---\nlicense: mit\nlanguage: en\npipeline_tag: fill-mask\n---\n' },
    })
    const all = (await (await t.call('/api/models-tags-by-type')).json()) as Record<string, unknown>
    expect(all['license']).toEqual([{ id: 'license:mit', label: 'mit', type: 'license' }])
    expect(all['language']).toEqual([{ id: 'en', label: expect.any(String) as string, type: 'language' }])
    expect(Object.keys((await (await t.call('/api/models-tags-by-type?type=pipeline_tag')).json()) as object)).toEqual(['pipeline_tag'])
    expect(await (await t.call('/api/datasets-tags-by-type')).json()).toEqual({})
  })

  test('quick search finds repos and people', async () => {
    await using t = await openTestApp()
    const repo = await t.addRepo({ type: 'model', name: 'adamant' })
    expect(await (await t.call('/api/quicksearch?q=ada')).json()).toMatchObject({
      models: [{ _id: repo.uid, id: 'ada/adamant' }],
      datasets: [],
      spaces: [],
      users: [{ user: 'ada', fullname: 'ada' }],
      orgs: [],
    })
    expect((await t.call('/api/quicksearch')).status).toBe(400)
  })
})
