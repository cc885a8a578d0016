import { py, when } from '../code/index.ts'
import { pythonBlock } from '../preamble.ts'
import { defineDatasetLibrary, fileAddress, isTable, perFormat } from './dataset-library.ts'

/** @see https://pandas.pydata.org/docs/user_guide/io.html — release 3; `hf://` is read through huggingface_hub's file system */
export const library = defineDatasetLibrary({
  id: 'pandas',
  label: 'pandas',
  repo: 'https://github.com/pandas-dev/pandas',
  docs: 'https://pandas.pydata.org/docs',
  names: { pypi: ['pandas'] },
  install: ({ format }) => {
    const packages = ['pandas', 'huggingface_hub', ...(format === 'parquet' ? ['pyarrow'] : [])]
    return { python: packages, conda: packages }
  },
  offers: isTable,
  snippets(facts, target) {
    const address = fileAddress(facts, target)
    const call =
      facts.format === 'parquet'
        ? py`pd.read_parquet(${address})`
        : facts.format === 'csv'
          ? py`pd.read_csv(${address}${when(facts.isTsv, py`, sep=${'\t'}`)})`
          : py`pd.read_json(${address}${when(facts.format === 'jsonl', py`, lines=True`)})`
    const code = py`
      import pandas as pd

      frame = ${call}
      print(frame)
    `
    return {
      drafts: [{ id: 'read', proofId: perFormat('read', facts), title: 'Read a file into a frame', code: pythonBlock(target, code) }],
    }
  },
})
