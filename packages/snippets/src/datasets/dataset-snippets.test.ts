import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { datasetBlocks, datasetRecords, files } from '../../proofs/dataset-records.ts'
import { payloads, withPayload } from '../../proofs/hostile-records.ts'
import { DistinctBlocks, verify } from '../../proofs/verify.ts'
import { asFile, datasetLibraries, datasetSnippets, targetFor, toDatasetFacts } from '../index.ts'

const folder = join(import.meta.dirname, '../../golden-datasets')
const hub = targetFor('https://hub.example.org')
const guarded = { ...hub, visibility: 'private', revision: 'refs/pr/1' } as const

test('there are the 16 of the field, each offered for one of the examples', () => {
  expect(datasetLibraries.map(({ id }) => id).toSorted()).toEqual(
    ['argilla', 'dask', 'datadesigner', 'datasets', 'distilabel', 'duckdb', 'fiftyone', 'harbor', 'lance', 'mlcroissant', 'nemo-gym', 'openenv', 'pandas', 'polars', 'verifiers', 'webdataset'], // prettier-ignore
  )
  const offered = new Set(
    Object.values(datasetRecords).flatMap((record) => datasetSnippets(toDatasetFacts(record), hub).map(({ library }) => library)),
  )
  expect(datasetLibraries.filter(({ id }) => !offered.has(id))).toEqual([])
})

test('the printed code equals the golden files, byte for byte (UPDATE_GOLDENS=1 writes them)', () => {
  const expected = new Map<string, string>()
  for (const [name, record] of Object.entries(datasetRecords)) {
    for (const [suffix, target] of [
      ['', hub],
      ['-private', guarded],
    ] as const) {
      for (const set of datasetSnippets(toDatasetFacts(record), target)) {
        if (set.library === 'files') continue
        const text = asFile(set.blocks, 'py')
        if (text !== null) expected.set(`${set.library}-${name}${suffix}.py`, text)
      }
    }
  }
  if (process.env['UPDATE_GOLDENS'] === '1') {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const [path, text] of expected) writeFileSync(join(folder, path), text)
  }
  expect(readdirSync(folder).sort()).toEqual([...expected.keys()].sort())
  for (const [path, text] of expected) expect({ path, text: readFileSync(join(folder, path), 'utf8') }).toEqual({ path, text })
})

describe('hostile records', () => {
  const odd = targetFor("http://localhost:7860/it's", { revision: 'a"b\'$(c)\n\u202e', visibility: 'private', python: 'uv' })

  test('every field, every payload: nothing throws, every block parses, every value is one literal', () => {
    const printed = new DistinctBlocks()
    let count = 0
    for (const [name, record] of Object.entries(datasetRecords)) {
      for (const block of [hub, guarded, odd].flatMap((target) => datasetBlocks(record, target))) printed.add(block)
      // Each reads different fields; the other libraries differ only in the call around the same values.
      for (const payload of ['csv', 'lance'].includes(name) ? payloads : []) {
        const inName =
          typeof payload === 'string'
            ? [
                { ...record, siblings: files(`${payload}.parquet`, `${payload}.lance/x`) },
                { ...record, cardData: { configs: [{ config_name: payload }, { config_name: 'b' }] } },
              ]
            : []
        for (const hostile of [...withPayload(record, payload), ...inName]) {
          count++
          for (const block of datasetBlocks(hostile, hub)) if (block.language === 'python') printed.add(block)
        }
      }
    }
    expect(count).toBeGreaterThan(40 * 10)
    expect(verify(printed.list).map(({ block, what }) => `${block.id}: ${what}\n${block.code.slice(0, 500)}`)).toEqual([])
  }, 120_000)

  test('nonsense is a dataset without files', () => {
    for (const record of [null, 5, 'x', [], { siblings: 'x', tags: 7, cardData: { configs: [null, 3] } }])
      expect(datasetSnippets(toDatasetFacts(record), hub).map(({ library }) => library)).toEqual(['datasets', 'files'])
  })
})
