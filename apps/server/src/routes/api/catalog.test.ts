import { taskIds } from '@portolan/tasks'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../../testing/open-test-app.ts'

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

  test('a license or results that clients do not know are refused, as text to callers that ask for it', async () => {
    expect(await check('---\nlicense: asdf\n---\n')).toEqual([400, 1])
    expect(await check('---\nlicense: asdf\n---\n', 'dataset')).toEqual([400, 1])
    expect(await check('---\nmodel-index: foo\n---\n')).toEqual([400, 1])
    await using t = await openTestApp()
    const text = async (content: string) => {
      const answer = await t.call('/api/validate-yaml', { method: 'POST', json: { content }, headers: { accept: 'text/plain' } })
      return [answer.status, answer.headers.get('content-type'), await answer.text()]
    }
    const type = 'text/plain; charset=UTF-8'
    const refused = expect.stringMatching(
      /^- Error: "license" must be one of \[.*\n- Warning: "pipeline_tag": "x" is not a known task$/,
    ) as string
    expect(await text('---\nlicense: asdf\npipeline_tag: x\n---\n')).toEqual([400, type, refused])
    expect(await text('---\nlicense: mit\n---\n')).toEqual([200, type, ''])
    // Every way in has the same rule.
    const repo = await t.addRepo({ type: 'model', name: 'chart' })
    await expect(t.commit(repo, [file('README.md', '---\nlicense: asdf\n---\n')])).rejects.toMatchObject({ code: 'commit.invalid_card' })
    const created = await t.call('/api/repos/create', { method: 'POST', as: 'ada', json: { name: 'x', license: 'asdf' } })
    expect([created.status, ((await created.json()) as { error: string }).error]).toEqual([
      400,
      expect.stringContaining('license: Invalid option: expected one of "apache-2.0"|"mit"') as string,
    ])
  })

  test('a bomb of aliases is refused in no time', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
    ]
    expect((await check(`---\n${bomb.join('\n')}\n---\n`))[0]).toBe(400)
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
    expect((await t.call('/.well-known/nothing')).status).toBe(404)
  })

  test('without Xet, its tokens: 404 with the way out, for those who may write', async () => {
    await using t = await openTestApp({ config: { xet: 'off' } })
    await t.addRepo({ type: 'model', name: 'chart' })
    const answer = await t.call('/api/models/ada/chart/xet-write-token/main', { as: 'ada' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('x-error-message')).toContain('HF_HUB_DISABLE_XET=1')
    expect((await t.call('/api/models/ada/chart/xet-write-token/main', { as: 'eve' })).status).toBe(403)
  })
})

interface Entry {
  id: string
  label: string
  libraries: string[]
  widgetModels: string[]
  summary: string
  isPlaceholder: boolean
  canonicalId?: string
  models: { id: string; description: string }[]
  datasets: { id: string; description: string }[]
  spaces: { id: string; description: string }[]
  metrics: { id: string; description: string }[]
  demo: Record<'inputs' | 'outputs', { type: string; filename?: string }[]>
}

describe('tasks', () => {
  const tasksOf = async (t: Awaited<ReturnType<typeof openTestApp>>, as?: string) =>
    (await (await t.call('/api/tasks', as === undefined ? {} : { as })).json()) as Record<string, Entry>

  test('every task has what clients read, in catalog order, without a placeholder', async () => {
    await using t = await openTestApp()
    const tasks = await tasksOf(t)
    expect(Object.keys(tasks)).toEqual([...taskIds])
    for (const [id, task] of Object.entries(tasks)) {
      expect(task).toMatchObject({ id, isPlaceholder: false, widgetModels: [], models: [], datasets: [], spaces: [] })
      for (const list of [task.libraries, task.metrics, task.demo.inputs, task.demo.outputs]) expect(Array.isArray(list)).toBe(true)
      expect(Math.min(task.label.length - 3, task.summary.length - 100, task.metrics.length)).toBeGreaterThan(0)
    }
    expect(tasks['text-to-speech']?.canonicalId).toBe('text-to-audio')
    expect('canonicalId' in (tasks['fill-mask'] ?? {})).toBe(false)
  })

  test('lists are what this hub holds and everybody may see, most downloaded first', async () => {
    await using t = await openTestApp()
    const card = (more: string) => ({ 'README.md': `---\npipeline_tag: image-classification\n${more}---\n# Gulls\n\nTells gulls apart.\n` })
    await t.addRepo({ type: 'model', name: 'gulls', files: card('') })
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private', files: card('') })
    await t.addRepo({
      type: 'dataset',
      name: 'photos',
      files: { 'README.md': '---\ntask_categories: [image-classification]\n---\n# Photos\n' },
    })
    await t.addRepo({
      type: 'space',
      name: 'app',
      sdk: 'static',
      files: { 'README.md': '---\nsdk: static\nmodels: [ada/gulls]\n---\n# App\n' },
    })
    for (const as of [undefined, 'ada']) {
      const tasks = await tasksOf(t, as)
      expect(tasks['image-classification']).toMatchObject({
        models: [{ id: 'ada/gulls', description: 'Tells gulls apart.' }],
        widgetModels: ['ada/gulls'],
        datasets: [{ id: 'ada/photos', description: '' }],
        spaces: [{ id: 'ada/app', description: '' }],
      })
      expect(tasks['image-segmentation']?.models).toEqual([])
    }
  })

  test('sounds come in ranges', async () => {
    await using t = await openTestApp()
    const path = '/api/tasks/text-to-speech/output.wav'
    const whole = new Uint8Array(await (await t.call(path)).arrayBuffer())
    const ask = async (range: string) => {
      const answer = await t.call(path, { headers: { range } })
      return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer()).toString('latin1')]
    }
    const text = (start: number, end: number) => Buffer.from(whole.subarray(start, end + 1)).toString('latin1')
    const last = whole.length - 1
    expect(await ask('bytes=0-1')).toEqual([206, `bytes 0-1/${whole.length}`, 'RI'])
    expect(await ask('bytes=100-')).toEqual([206, `bytes 100-${last}/${whole.length}`, text(100, last)])
    expect(await ask('bytes=-4')).toEqual([206, `bytes ${last - 3}-${last}/${whole.length}`, text(last - 3, last)])
    expect(await ask(`bytes=${whole.length}-`)).toEqual([416, `bytes */${whole.length}`, ''])
    expect((await ask('bytes=5-2'))[0]).toBe(200)
  })

  test('files of demonstrations: pictures and sounds, sandboxed; nothing else', async () => {
    await using t = await openTestApp()
    const tasks = await tasksOf(t)
    let files = 0
    for (const { id, demo } of Object.values(tasks))
      for (const { type, filename } of [...demo.inputs, ...demo.outputs]) {
        if (filename === undefined) continue
        files++
        const answer = await t.call(`/api/tasks/${id}/${filename}`)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type === 'img' ? 'image/svg+xml' : 'audio/wav'])
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(300)
      }
    expect(files).toBeGreaterThan(40)
    for (const path of [
      'fill-mask/input.svg',
      'nothing/input.svg',
      '__proto__/input.svg',
      'image-classification/..%2finput.svg',
      'image-classification/constructor',
    ])
      expect([path, (await t.call(`/api/tasks/${path}`)).status]).toEqual([path, 404])
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
    expect(await (await t.call('/api/models-tags-by-type?type=pipeline_tag')).json()).toEqual({
      pipeline_tag: [{ id: 'fill-mask', label: 'Fill-Mask', type: 'pipeline_tag', subType: 'nlp' }],
    })
    expect(await (await t.call('/api/datasets-tags-by-type')).json()).toEqual({})
    await t.addRepo({
      type: 'dataset',
      name: 'tides',
      files: {
        'README.md': '---\ntask_categories: [time-series-forecasting]\ntask_ids: [univariate-time-series-forecasting, own-kind]\n---\n',
      },
    })
    expect(await (await t.call('/api/datasets-tags-by-type')).json()).toMatchObject({
      task_categories: [
        { id: 'task_categories:time-series-forecasting', label: 'Time Series Forecasting', type: 'task_categories', subType: 'tabular' },
      ],
      task_ids: [
        { id: 'task_ids:own-kind', label: 'own-kind', type: 'task_ids' },
        { id: 'task_ids:univariate-time-series-forecasting', label: 'Univariate Time Series Forecasting', type: 'task_ids' },
      ],
    })
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
