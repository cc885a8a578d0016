import { py, when } from '../code/index.ts'
import { pythonBlock } from '../preamble.ts'
import { defineDatasetLibrary, fileAddress, isTable, perFormat } from './dataset-library.ts'

/** @see https://docs.dask.org/en/stable/dataframe.html */
export const library = defineDatasetLibrary({
  id: 'dask',
  label: 'Dask',
  repo: 'https://github.com/dask/dask',
  docs: 'https://docs.dask.org',
  names: { pypi: ['dask'] },
  install: () => ({ python: ['dask[dataframe]', 'huggingface_hub'], conda: ['dask', 'huggingface_hub'] }),
  offers: isTable,
  snippets(facts, target) {
    const address = fileAddress(facts, target)
    const call =
      facts.format === 'parquet'
        ? py`dd.read_parquet(${address})`
        : facts.format === 'csv'
          ? py`dd.read_csv(${address}${when(facts.isTsv, py`, sep=${'\t'}`)})`
          : py`dd.read_json(${address}, lines=${facts.format === 'jsonl'})`
    const code = py`
      import dask.dataframe as dd

      frame = ${call}
      print(frame.head())
    `
    return { drafts: [{ id: 'read', proofId: perFormat('read', facts), title: 'Read a file in parts', code: pythonBlock(target, code) }] }
  },
})
