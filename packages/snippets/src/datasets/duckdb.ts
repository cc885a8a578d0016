import { py } from '../code/index.ts'
import { pythonBlock } from '../preamble.ts'
import { defineDatasetLibrary, downloadFile, isTable, perFormat } from './dataset-library.ts'

/**
 * Its own `hf://` reads from huggingface.co regardless of HF_ENDPOINT, so the file is downloaded first. @see
 * https://duckdb.org/docs/stable/clients/python
 */
export const library = defineDatasetLibrary({
  id: 'duckdb',
  label: 'DuckDB',
  repo: 'https://github.com/duckdb/duckdb',
  docs: 'https://duckdb.org/docs/stable/clients/python/overview',
  names: { pypi: ['duckdb'] },
  install: () => ({ python: ['duckdb', 'huggingface_hub'], conda: ['python-duckdb', 'huggingface_hub'] }),
  offers: isTable,
  snippets(facts, target) {
    const call =
      facts.format === 'parquet'
        ? py`duckdb.read_parquet(path)`
        : facts.format === 'csv'
          ? py`duckdb.read_csv(path)`
          : py`duckdb.read_json(path)`
    const code = py`
      import duckdb
      from huggingface_hub import hf_hub_download

      ${downloadFile(facts, target)}
      rows = ${call}
      print(rows.aggregate("count(*)"))
      print(rows.limit(5))
    `
    return { drafts: [{ id: 'query', proofId: perFormat('query', facts), title: 'Query a file', code: pythonBlock(target, code) }] }
  },
})
