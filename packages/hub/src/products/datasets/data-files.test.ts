import { expect, test } from 'vitest'
import { dataConfigs } from './data-files.ts'

/** Configurations as `name[split: files]`, with the loader. */
async function found(paths: string[], card: Record<string, unknown> | null = null) {
  return (await dataConfigs(paths, card)).map(({ name, module, splits }) => [
    name,
    module,
    Object.fromEntries(splits.map((split) => [split.name, split.paths])),
  ])
}

// Expected: what `datasets` 5.2 does with the same files (`load_dataset_builder(folder).config.data_files`).
test.each([
  ['everything is train', ['README.md', '.gitattributes', 'a.csv'], 'csv', { train: ['a.csv'] }],
  [
    'names of files',
    ['my-train.csv', 'dev_1.csv', 'eval.csv', 'other.csv'],
    'csv',
    { train: ['my-train.csv'], validation: ['dev_1.csv'], test: ['eval.csv'] },
  ],
  [
    'names of folders before names of files',
    ['train/a.json', 'test/train.json'],
    'json',
    { train: ['train/a.json'], test: ['test/train.json'] },
  ],
  ['words inside words are no splits', ['constraint.csv', 'latest.csv'], 'csv', { train: ['constraint.csv', 'latest.csv'] }],
  [
    'shards name any split',
    ['data/train-00000-of-00002.parquet', 'data/train-00001-of-00002.parquet', 'data/odd-00000-of-00001.parquet', 'data/x.csv'],
    'parquet',
    {
      train: ['data/train-00000-of-00002.parquet', 'data/train-00001-of-00002.parquet'],
      odd: ['data/odd-00000-of-00001.parquet'],
    },
  ],
  ['the kind of most files', ['a.csv', 'b.json', 'c.json'], 'json', { train: ['b.json', 'c.json'] }],
  ['pictures beside what is said of them', ['train/x.jpg', 'train/metadata.csv'], 'imagefolder', { train: ['train/x.jpg'] }],
  ['packed files', ['a.jsonl.gz', 'b.jsonl.zst'], 'json', { train: ['a.jsonl.gz', 'b.jsonl.zst'] }],
])('%s', async (_, paths, module, splits) => {
  expect(await found(paths)).toEqual([['default', module, splits]])
})

test('configurations of a card, in each form', async () => {
  const paths = ['a/1.csv', 'a/2.csv', 'b/train.csv', 'b/test.csv', 'c.tsv']
  const card = {
    configs: [
      { config_name: 'text', data_files: 'a/*.csv' },
      { config_name: 'list', data_files: ['a/1.csv', 'c.tsv'] },
      {
        config_name: 'splits',
        data_files: [
          { split: 'odd', path: ['a/1.csv'] },
          { split: 'even', path: 'a/2.csv' },
        ],
      },
      { config_name: 'folder', data_dir: 'b' },
      { config_name: 'object', data_dir: 'a', data_files: { first: '1.csv' } },
      { config_name: 'none', data_files: 'gone/*' },
    ],
  }
  expect(await found(paths, card)).toEqual([
    ['text', 'csv', { train: ['a/1.csv', 'a/2.csv'] }],
    ['list', 'csv', { train: ['a/1.csv', 'c.tsv'] }],
    ['splits', 'csv', { odd: ['a/1.csv'], even: ['a/2.csv'] }],
    ['folder', 'csv', { train: ['b/train.csv'], test: ['b/test.csv'] }],
    ['object', 'csv', { first: ['a/1.csv'] }],
    ['none', null, {}],
  ])
})

test('a card with nonsense is a card without configurations, or one with none that work', async () => {
  for (const configs of [null, 'x', 5, [1, null], {}])
    expect(await found(['a.csv'], { configs })).toEqual([['default', 'csv', { train: ['a.csv'] }]])
  expect(await found(['a.csv'], { configs: [{ config_name: 7, data_files: { __proto__: 1, split: [3] } }] })).toEqual([
    ['default', null, {}],
  ])
})

test('hostile patterns are named as the problem, and all of a card cost no more than one', async () => {
  const paths = Array.from({ length: 200 }, (_, i) => `${'a'.repeat(200)}${i}.csv`)
  const hostile = `*${'a'.repeat(99)}*${'a'.repeat(99)}b`
  const configs = Array.from({ length: 400 }, (_, i) => ({ config_name: `c${i}`, data_files: [hostile, `x${'/'.repeat(100_000)}x`] }))
  const problems = (await dataConfigs(paths, { configs })).map(({ problem }) => problem)
  expect(new Set(problems)).toEqual(new Set(['A pattern can have at most 1000 characters.', 'Its patterns take too long to match.']))
})
