import { readFileSync } from 'node:fs'
import { silentLogger, setTableReader } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { openTableReader } from '@portolan/preview'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

interface Rows {
  columns: { name: string; type: string }[]
  rows: { index: number; cells: { value: unknown; media?: { kind: string; src: string } }[] }[]
  total: number | null
  more: boolean
}

describe.for(databases)('previews on %s', (database) => {
  test('configurations and splits, rows, statistics, search', async () => {
    await using world = await openWorld(database)
    const { app } = world
    await app.addRepo({
      type: 'dataset',
      name: 'tides',
      files: { 'train.csv': 'port,metres\nBrest,6.1\nPorto,3\n', 'test.csv': 'port,metres\nCork,4\n' },
    })
    const configs = (await (await app.call('/api/datasets/ada/tides/preview')).json()) as { commit: string; configs: unknown[] }
    expect(configs.configs).toEqual([
      {
        config: 'default',
        default: true,
        loader: 'csv',
        splits: [
          { split: 'train', files: ['train.csv'] },
          { split: 'test', files: ['test.csv'] },
        ],
      },
    ])
    const rows = await app.call('/api/datasets/ada/tides/preview/rows?split=train&offset=1&length=5')
    expect(await rows.json()).toEqual({
      commit: configs.commit,
      config: 'default',
      split: 'train',
      offset: 1,
      columns: [
        { name: 'port', type: 'string' },
        { name: 'metres', type: 'float64' },
      ],
      hiddenColumns: 0,
      rows: [{ index: 1, cells: [{ value: 'Porto' }, { value: 3 }] }],
      total: 2,
      more: false,
      notes: [],
    })
    const statistics = (await (await app.call('/api/datasets/ada/tides/preview/statistics')).json()) as { columns: unknown[] }
    expect(statistics).toMatchObject({
      rowsRead: 2,
      complete: true,
      columns: [{ name: 'port' }, { name: 'metres', numbers: { min: 3, max: 6.1, mean: 4.55 } }],
    })
    const matches = (await (await app.call('/api/datasets/ada/tides/preview/search?column=port&q=BRE')).json()) as Rows
    expect(matches).toMatchObject({ searched: 2, complete: true, rows: [{ index: 0 }] })
    for (const [path, status] of [
      ['rows?split=gone', 404],
      ['rows?config=gone', 404],
      ['rows?offset=-1', 400],
      ['search?q=x', 400],
      ['search?column=port', 400],
      ['search?column=gone&q=x', 422],
      ['rows?revision=gone', 404],
    ] as const)
      expect([path, (await app.call(`/api/datasets/ada/tides/preview/${path}`)).status]).toEqual([path, status])
  })

  test('who may not have the files learns nothing of them', async () => {
    await using world = await openWorld(database)
    const { app } = world
    await app.addRepo({ type: 'dataset', name: 'secret', visibility: 'private', files: { 'a.csv': 'port\nBrest\n' } })
    await app.addRepo({ type: 'dataset', name: 'gated', files: { 'a.csv': 'port\nBrest\n' } })
    const gate = await app.call('/api/datasets/ada/gated/settings', { as: 'ada', method: 'PUT', json: { gated: 'manual' } })
    expect(gate.status).toBe(200)
    for (const path of ['', '/rows', '/statistics', '/search?column=port&q=x']) {
      expect((await app.call(`/api/datasets/ada/secret/preview${path}`, { as: 'ada' })).status).toBe(200)
      const private_ = await app.call(`/api/datasets/ada/secret/preview${path}`, { as: 'eve' })
      const missing = await app.call(`/api/datasets/ada/never/preview${path}`, { as: 'eve' })
      expect([private_.status, await private_.text().then(withoutIds)]).toEqual([missing.status, await missing.text().then(withoutIds)])
      expect((await app.call(`/api/datasets/ada/gated/preview${path}`, { as: 'eve' })).status).toBe(403)
      expect((await app.call(`/api/datasets/ada/gated/preview${path}`)).status).toBe(401)
    }
    function withoutIds(text: string) {
      return text.replaceAll('secret', 'x').replaceAll('never', 'x')
    }
  })

  test('pictures and sounds are rows with their labels, or with what a file beside them says', async () => {
    await using world = await openWorld(database)
    const { app } = world
    await app.addRepo({ type: 'dataset', name: 'ships', files: { 'sail/a 1.png': 'x', 'steam/b.png': 'y' } })
    const labels = (await (await app.call('/api/datasets/ada/ships/preview/rows')).json()) as Rows & { commit: string }
    expect(labels.columns).toMatchObject([
      { name: 'image', type: 'image' },
      { name: 'label', classes: ['sail', 'steam'] },
    ])
    expect(labels.rows.map(({ cells }) => cells[1]?.value)).toEqual([0, 1])
    expect(labels.rows[0]?.cells[0]?.media?.src).toBe(`http://localhost/datasets/ada/ships/resolve/${labels.commit}/sail/a%201.png`)
    await app.addRepo({
      type: 'dataset',
      name: 'horns',
      files: { 'x.wav': 'x', 'y.wav': 'y', 'metadata.csv': 'file_name,text\ny.wav,two\nx.wav,one\n' },
    })
    const sounds = (await (await app.call('/api/datasets/ada/horns/preview/rows')).json()) as Rows
    expect(sounds.columns.map(({ name }) => name)).toEqual(['audio', 'text'])
    expect(sounds.rows.map(({ cells }) => [cells[0]?.value, cells[1]?.value])).toEqual([
      ['x.wav', 'one'],
      ['y.wav', 'two'],
    ])
    expect(((await (await app.call('/api/datasets/ada/horns/preview/search?column=text&q=tw')).json()) as Rows).rows.length).toBe(1)
  })

  test('a broken file is a clear answer', async () => {
    await using world = await openWorld(database)
    const { app } = world
    await app.addRepo({ type: 'dataset', name: 'broken', files: { 'a.jsonl': '{"a":1}\n{"a":\n' } })
    const answer = await app.call('/api/datasets/ada/broken/preview/rows')
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      422,
      expect.stringContaining('a.jsonl: Line 2 is not valid JSON'),
    ])
  })

  test('large files are read where they lie; without the right to one, what is known of it is not told', async () => {
    await using world = await openWorld(database)
    const { app } = world
    const repo = await app.addRepo({ type: 'dataset', name: 'large' })
    const parquet = readFileSync(new URL('../../../../../packages/preview/fixtures/groups.parquet', import.meta.url))
    const operation = { key: 'file', value: { path: 'a.parquet', encoding: 'base64', content: parquet.toString('base64') } }
    const body = [{ key: 'header', value: { summary: 'a table' } }, operation].map((line) => JSON.stringify(line)).join('\n')
    const commit = await app.call('/api/datasets/ada/large/commit/main', {
      as: 'ada',
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(commit.status).toBe(200)
    const owned = await app.hub.db.read.selectFrom('repo_lfs').select('repo_id').where('repo_id', '=', repo.id).execute()
    expect(owned.length).toBe(1)
    const path = '/api/datasets/ada/large/preview/rows?offset=299'
    expect(await (await app.call(path)).json()).toMatchObject({
      total: 300,
      rows: [{ index: 299, cells: [{ value: 299 }, { value: 'n5' }, {}, {}] }],
    })
    await app.hub.db.write((tx) => tx.deleteFrom('repo_lfs').where('repo_id', '=', repo.id).execute())
    const without = await app.call(path)
    expect([without.status, (await without.text()).includes('n5')]).toEqual([404, false])
  })
})

interface World extends AsyncDisposable {
  readonly app: TestApp
}

async function openWorld(database: (typeof databases)[number]): Promise<World> {
  const app = await openTestApp({ database })
  const reader = openTableReader({ log: silentLogger, workers: 1 })
  setTableReader(app.hub, reader)
  return {
    app,
    async [Symbol.asyncDispose]() {
      await reader[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
    },
  }
}
