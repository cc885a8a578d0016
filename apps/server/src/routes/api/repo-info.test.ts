import { repoUse, updateRepoSettings } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../../testing/open-test-app.ts'

const card = '---\nlicense: mit\npipeline_tag: text-generation\nwidget:\n- text: Ahoy\n---\n# Chart\n\nFirst paragraph.\n'
const config = JSON.stringify({ model_type: 'llama', architectures: ['LlamaForCausalLM'] })

describe.for(databases)('info on %s', (database) => {
  test('the full record of a model', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart', files: { 'README.md': card, 'config.json': config } })
    const answer = await t.call('/api/models/ada/chart')
    expect(await answer.json()).toEqual({
      _id: repo.uid,
      id: 'ada/chart',
      modelId: 'ada/chart',
      author: 'ada',
      sha: repo.headOid,
      lastModified: '2026-01-02T03:04:05.000Z',
      createdAt: '2026-01-02T03:04:05.000Z',
      private: false,
      gated: false,
      disabled: false,
      downloads: 0,
      downloadsAllTime: 0,
      likes: 0,
      trendingScore: 0,
      tags: ['transformers', 'llama', 'text-generation', 'license:mit'],
      usedStorage: (await repoUse(t.hub, repo.id)).bytes,
      cardData: { license: 'mit', pipeline_tag: 'text-generation', widget: [{ text: 'Ahoy' }] },
      siblings: [{ rfilename: '.gitattributes' }, { rfilename: 'README.md' }, { rfilename: 'config.json' }],
      pipeline_tag: 'text-generation',
      library_name: 'transformers',
      widgetData: [{ text: 'Ahoy' }],
      config: { model_type: 'llama', architectures: ['LlamaForCausalLM'] },
      transformersInfo: { auto_model: 'AutoModelForCausalLM', pipeline_tag: 'text-generation' },
      spaces: [],
    })
  })

  test('a revision has its own files and facts', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart', files: { 'README.md': card } })
    const old = repo.headOid ?? ''
    const head = await t.commit(repo, [file('README.md', card.replace('mit', 'apache-2.0')), file('new.txt', 'new')])
    const info = async (revision: string) =>
      (await (await t.call(`/api/models/ada/chart/revision/${revision}`)).json()) as {
        sha: string
        cardData: { license: string }
        siblings: unknown[]
      }
    for (const revision of ['main', 'HEAD', 'refs%2Fheads%2Fmain', head])
      expect(await info(revision)).toMatchObject({ sha: head, cardData: { license: 'apache-2.0' } })
    expect(await info(old)).toMatchObject({ sha: old, cardData: { license: 'mit' }, tags: ['text-generation', 'license:mit'] })
    expect((await info(old)).siblings).toHaveLength(2)
  })

  test('blobs adds sizes and ids', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'dataset', name: 'tides', files: { 'a.txt': 'ahoy' } })
    const { siblings } = (await (await t.call('/api/datasets/ada/tides?blobs=true')).json()) as { siblings: { rfilename: string }[] }
    // printf ahoy | git hash-object --stdin
    expect(siblings.find(({ rfilename }) => rfilename === 'a.txt')).toEqual({
      rfilename: 'a.txt',
      size: 4,
      blobId: 'e1692eb2538dffc4e0337a199e0962877dd2a87f',
    })
  })

  test('expand, security status and what is missing', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart' })
    expect(await (await t.call('/api/models/ada/chart/revision/HEAD?expand[]=likes&expand[]=sha')).json()).toEqual({
      _id: repo.uid,
      id: 'ada/chart',
      likes: 0,
      sha: repo.headOid,
    })
    expect(await (await t.call('/api/models/ada/chart?securityStatus=true')).json()).toMatchObject({
      securityRepoStatus: { scansDone: false, filesWithIssues: [] },
    })
    expect((await t.call('/api/models/ada/chart?expand=beauty')).status).toBe(400)
    const missing = await t.call('/api/models/ada/chart/revision/nope')
    expect([missing.status, missing.headers.get('x-error-code')]).toEqual([404, 'RevisionNotFound'])
    // A dataset is not a model.
    expect((await t.call('/api/datasets/ada/chart', { as: 'ada' })).status).toBe(404)
  })

  test('letter case does not matter, and a moved repo redirects', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'Chart' })
    expect(((await (await t.call('/api/models/ADA/chart')).json()) as { id: string }).id).toBe('ada/Chart')
    const move = await t.call('/api/repos/move', {
      method: 'POST',
      as: 'ada',
      json: { fromRepo: 'ada/Chart', toRepo: 'fleet/map', type: 'model' },
    })
    expect(await move.json()).toEqual({ success: true, url: 'http://localhost/fleet/map' })
    const answer = await t.call('/api/models/ada/Chart?expand=likes')
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/api/models/fleet/map?expand=likes'])
  })

  test('auth-check says what the caller may do', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart' })
    const status = async (path: string, as?: string) => {
      const answer = await t.call(`/api/models/ada/chart/${path}`, as === undefined ? {} : { as })
      return [answer.status, answer.headers.get('x-error-code')]
    }
    expect(await status('auth-check')).toEqual([200, null])
    expect(await status('auth-check/write', 'ada')).toEqual([200, null])
    expect(await status('auth-check/write', 'eve')).toEqual([403, null])
    expect(await status('auth-check/write')).toEqual([401, null])
    await updateRepoSettings(t.hub, t.actors.ada, repo, { gated: 'manual' })
    expect(await status('auth-check')).toEqual([401, 'GatedRepo'])
    expect(await status('auth-check', 'eve')).toEqual([403, 'GatedRepo'])
    expect(await status('auth-check', 'ada')).toEqual([200, null])
    // The gating mode of a repo is public.
    expect(((await (await t.call('/api/models/ada/chart')).json()) as { gated: string }).gated).toBe('manual')
    expect((await t.call('/api/models/ada/chart/tree/main')).status).toBe(200)
  })

  test('a Space says whether it runs', async () => {
    await using t = await openTestApp({ database })
    const space = await t.addRepo({ type: 'space', name: 'harbour', sdk: 'static' })
    const stage = async () =>
      ((await (await t.call('/api/spaces/ada/harbour/runtime')).json()) as { stage: string; hardware: unknown }).stage
    expect(await stage()).toBe('NO_APP_FILE')
    const head = await t.commit(space, [file('index.html', '<h1>Harbour</h1>')])
    expect(await (await t.call('/api/spaces/ada/harbour/runtime')).json()).toEqual({
      stage: 'RUNNING',
      hardware: { current: null, requested: null },
      storage: null,
      gcTimeout: null,
      replicas: { current: 1, requested: 1 },
      sha: head,
    })
    await t.addRepo({ type: 'space', name: 'quay', sdk: 'gradio' })
    expect(await (await t.call('/api/spaces/ada/quay/runtime')).json()).toMatchObject({ stage: 'PAUSED' })
    expect((await t.call('/api/models/ada/harbour/runtime', { as: 'ada' })).status).toBe(404)
  })

  test('an id of one segment is a repo that does not exist', async () => {
    await using t = await openTestApp({ database })
    for (const path of [
      '/api/models/gpt2',
      '/api/models/gpt2/revision/main',
      '/api/datasets/squad/tree/main/data',
      '/gpt2/resolve/main/config.json',
      '/datasets/squad/resolve/main/a',
    ]) {
      const [stranger, ada] = [await t.call(path), await t.call(path, { as: 'ada' })]
      expect([path, stranger.status, stranger.headers.get('x-error-code')]).toEqual([path, 401, 'RepoNotFound'])
      expect([path, ada.status, ada.headers.get('x-error-code')]).toEqual([path, 404, 'RepoNotFound'])
      expect(ada.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})
