import { databases } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

type Item = Record<string, unknown> & { id: string }

describe.for(databases)('listings on %s', (database) => {
  let t: TestApp
  beforeAll(async () => {
    t = await openTestApp({ database })
    const card = (lines: string) => ({ 'README.md': `---\n${lines}\n---\n# Words\n` })
    const llama = JSON.stringify({ model_type: 'llama', architectures: ['LlamaForCausalLM'] })
    await t.addRepo({ type: 'model', name: 'tiny-llama', files: { ...card('license: mit\nlanguage: [en, fr]'), 'config.json': llama } })
    t.hub.tick(1000)
    await t.addRepo({
      type: 'model',
      name: 'tiny-bert',
      files: card('license: apache-2.0\npipeline_tag: fill-mask\nlibrary_name: transformers'),
    })
    t.hub.tick(1000)
    await t.addRepo({
      type: 'model',
      name: 'Chart',
      owner: 'fleet',
      files: card('tags: [gguf, conversational]\npipeline_tag: text-generation'),
    })
    t.hub.tick(1000)
    await t.addRepo({
      type: 'dataset',
      name: 'tides',
      files: card('language: [en]\ntask_categories: [text-classification]\nsize_categories: [n<1K]'),
    })
    await t.addRepo({
      type: 'space',
      name: 'harbour',
      sdk: 'static',
      files: card('title: Harbour\nsdk: static\nmodels: [ada/tiny-llama]\ndatasets: [ada/tides]'),
    })
    await t.addRepo({ type: 'space', name: 'quay', sdk: 'gradio' })
  })
  afterAll(() => t[Symbol.asyncDispose]())

  const list = async (path: string, as?: string): Promise<Item[]> => {
    const answer = await t.call(path, as === undefined ? {} : { as })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as Item[]
  }
  const ids = async (path: string) => (await list(path)).map(({ id }) => id)

  test('trending: the first of all kinds together, or of one', async () => {
    const ask = async (query: string) => {
      const answer = await t.call(`/api/trending${query}`)
      return { status: answer.status, body: (await answer.json()) as { recentlyTrending?: { repoType: string; repoData: Item }[] } }
    }
    const first = await t.call('/api/models/ada/tiny-bert/like', { method: 'POST', as: 'ada' })
    expect(first.status).toBe(200)
    const { recentlyTrending: all = [] } = (await ask('')).body
    expect(all[0]).toMatchObject({ repoType: 'model', repoData: { id: 'ada/tiny-bert', likes: 1 } })
    expect(new Set(all.map(({ repoType }) => repoType))).toEqual(new Set(['model', 'dataset', 'space']))
    const { recentlyTrending: one = [] } = (await ask('?type=space&limit=1')).body
    expect(one.map(({ repoType }) => repoType)).toEqual(['space'])
    expect((await ask('?type=nothing')).status).toBe(400)
    await t.call('/api/models/ada/tiny-bert/like', { method: 'DELETE', as: 'ada' })
  })

  test.for([
    ['/api/models?sort=createdAt', ['fleet/Chart', 'ada/tiny-bert', 'ada/tiny-llama']],
    ['/api/models?sort=createdAt&direction=-1', ['fleet/Chart', 'ada/tiny-bert', 'ada/tiny-llama']],
    ['/api/models?sort=createdAt&direction=1', ['ada/tiny-llama', 'ada/tiny-bert', 'fleet/Chart']],
    ['/api/models?sort=lastModified&search=tiny', ['ada/tiny-bert', 'ada/tiny-llama']],
    ['/api/models?search=TINY&search=llama', ['ada/tiny-llama']],
    ['/api/models?author=fleet', ['fleet/Chart']],
    ['/api/models?author=nobody', []],
    ['/api/models?filter=license:mit', ['ada/tiny-llama']],
    ['/api/models?filter=transformers&filter=fr', ['ada/tiny-llama']],
    ['/api/models?filter=transformers,fr', ['ada/tiny-llama']],
    ['/api/models?filter=no-such-tag', []],
    ['/api/models?pipeline_tag=fill-mask', ['ada/tiny-bert']],
    ['/api/models?apps=ollama', ['fleet/Chart']],
    ['/api/models?apps=vllm&apps=lmstudio&sort=createdAt', ['fleet/Chart', 'ada/tiny-llama']],
    ['/api/models?apps=llama.cpp,jan', ['fleet/Chart']],
    ['/api/models?gated=true', []],
    ['/api/models?gated=False&author=fleet', ['fleet/Chart']],
    ['/api/models?inference=warm', []],
    ['/api/models?inference_provider=all', []],
    ['/api/models?num_parameters=min:1B', []],
    ['/api/models?unknown=whatever&author=fleet', ['fleet/Chart']],
    ['/api/datasets', ['ada/tides']],
    ['/api/datasets?filter=language:en', ['ada/tides']],
    ['/api/datasets?language=en&task_categories=text-classification', ['ada/tides']],
    ['/api/datasets?filter=task_categories:text-classification&filter=size_categories:n<1K', ['ada/tides']],
    ['/api/datasets?language=fr', []],
    ['/api/spaces?models=ada/tiny-llama', ['ada/harbour']],
    ['/api/spaces?datasets=ada/tides', ['ada/harbour']],
    ['/api/spaces?linked=true', ['ada/harbour']],
    ['/api/spaces?linked=', ['ada/harbour']],
    ['/api/spaces?filter=static', ['ada/harbour']],
  ] as const)('%s', async ([path, expected]) => {
    expect(await ids(path)).toEqual(expected)
  })

  test('an item has the fields that clients read', async () => {
    const [item] = await list('/api/models?search=tiny-llama')
    expect(item).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      id: 'ada/tiny-llama',
      modelId: 'ada/tiny-llama',
      author: 'ada',
      likes: 0,
      trendingScore: 0,
      private: false,
      gated: false,
      downloads: 0,
      tags: ['transformers', 'llama', 'text-generation', 'en', 'fr', 'license:mit'],
      pipeline_tag: 'text-generation',
      library_name: 'transformers',
      createdAt: '2026-01-02T03:04:05.000Z',
      lastModified: '2026-01-02T03:04:05.000Z',
    })
  })

  test('full, cardData and config add to it', async () => {
    const [item] = await list('/api/models?search=tiny-llama&full=True&cardData=true&config=1')
    expect(item).toMatchObject({
      sha: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      disabled: false,
      cardData: { license: 'mit', language: ['en', 'fr'] },
      config: { model_type: 'llama', architectures: ['LlamaForCausalLM'] },
      siblings: [{ rfilename: '.gitattributes' }, { rfilename: 'README.md' }, { rfilename: 'config.json' }],
    })
  })

  test('expand gives exactly what it names', async () => {
    for (const query of ['expand=likes&expand=lastModified', 'expand[]=likes&expand[]=lastModified']) {
      const [item] = await list(`/api/models?search=tiny-llama&${query}`)
      expect(Object.keys(item ?? {}).sort()).toEqual(['_id', 'id', 'lastModified', 'likes'])
    }
    const [model] = await list('/api/models?search=tiny-llama&expand=transformersInfo&expand=xetEnabled&expand=childrenModelCount')
    expect(model).toMatchObject({ xetEnabled: false, transformersInfo: { auto_model: 'AutoModelForCausalLM' } })
    const [space] = await list('/api/spaces?search=harbour&expand=models&expand=datasets&expand=subdomain&expand=runtime')
    expect(space).toMatchObject({
      models: ['ada/tiny-llama'],
      datasets: ['ada/tides'],
      subdomain: 'ada-harbour',
      runtime: { hardware: {} },
    })
  })

  test('what a Space links to is listed only to those who ask', async () => {
    const linked = async (query: string) => {
      const [space] = await list(`/api/spaces?search=harbour${query}`)
      return [space?.['models'], space?.['datasets']]
    }
    const [models, datasets] = [['ada/tiny-llama'], ['ada/tides']]
    expect(await linked('')).toEqual([undefined, undefined])
    expect(await linked('&models=ada/tiny-llama')).toEqual([models, undefined])
    expect(await linked('&datasets=ada/tides')).toEqual([undefined, datasets])
    for (const query of ['&linked=true', '&full=true', '&expand=models&expand=datasets'])
      expect(await linked(query)).toEqual([models, datasets])
    expect(await linked('&expand=likes')).toEqual([undefined, undefined])
  })

  test('pages follow each other by Link, absolute and with every parameter', async () => {
    const seen: string[] = []
    let next: string | null = '/api/models?limit=1&sort=createdAt&filter=transformers&expand[]=likes'
    for (let guard = 0; next !== null && guard < 10; guard++) {
      const answer: Response = await t.call(next)
      seen.push(...((await answer.json()) as Item[]).map(({ id }) => id))
      const link = answer.headers.get('link')
      next = link === null ? null : (/^<(http:\/\/localhost\/api\/models\?[^>]*)>; rel="next"$/.exec(link)?.[1] ?? 'malformed')
      if (next !== null) expect(new URL(next).searchParams.get('expand[]')).toBe('likes')
    }
    expect(seen).toEqual(['ada/tiny-bert', 'ada/tiny-llama'])
  })

  test.for([
    '/api/models?sort=beauty',
    '/api/models?expand=beauty',
    '/api/datasets?expand=pipeline_tag',
    '/api/models?limit=0',
    '/api/models?limit=x',
    '/api/models?cursor=abc',
    '/api/models?num_parameters=6B',
    '/api/models?apps=unknown-app',
  ])('%s is refused with 400', async (path) => {
    const answer = await t.call(path)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'query.invalid'])
  })

  test('a limit over the cap is the cap', async () => {
    expect(await list('/api/models?limit=100000')).toHaveLength(3)
  })

  test('private repos are listed for those who may see them', async () => {
    await t.addRepo({ type: 'dataset', name: 'secret', visibility: 'private' })
    expect(await ids('/api/datasets?search=secret')).toEqual([])
    expect((await list('/api/datasets?search=secret', 'eve')).length).toBe(0)
    expect((await list('/api/datasets?search=secret', 'ada')).map(({ private: hidden }) => hidden)).toEqual([true])
    expect((await list('/api/datasets?search=secret', 'root')).length).toBe(1)
  })
})
