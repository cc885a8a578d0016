import { py, when } from '../code/index.ts'
import { pythonBlock } from '../preamble.ts'
import { defineDatasetLibrary, downloadFile, isTable, perFormat } from './dataset-library.ts'

/** Its own `hf://` reads from huggingface.co regardless of HF_ENDPOINT, so the file is downloaded first. @see https://docs.pola.rs */
export const library = defineDatasetLibrary({
  id: 'polars',
  label: 'Polars',
  repo: 'https://github.com/pola-rs/polars',
  docs: 'https://docs.pola.rs',
  names: { pypi: ['polars'] },
  install: () => ({ python: ['polars', 'huggingface_hub'], conda: ['polars', 'huggingface_hub'] }),
  offers: isTable,
  snippets(facts, target) {
    const call =
      facts.format === 'parquet'
        ? py`pl.read_parquet(path)`
        : facts.format === 'csv'
          ? py`pl.read_csv(path${when(facts.isTsv, py`, separator=${'\t'}`)})`
          : facts.format === 'jsonl'
            ? py`pl.read_ndjson(path)`
            : py`pl.read_json(path)`
    const code = py`
      import polars as pl
      from huggingface_hub import hf_hub_download

      ${downloadFile(facts, target)}
      frame = ${call}
      print(frame)
    `
    return {
      drafts: [{ id: 'read', proofId: perFormat('read', facts), title: 'Read a file into a frame', code: pythonBlock(target, code) }],
    }
  },
})
