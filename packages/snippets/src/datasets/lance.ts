import { py } from '../code/index.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { defineDatasetLibrary } from './dataset-library.ts'

/** Its own `hf://` reads from huggingface.co regardless of HF_ENDPOINT, so the folder is downloaded first. @see https://lance.org */
export const library = defineDatasetLibrary({
  id: 'lance',
  label: 'Lance',
  repo: 'https://github.com/lance-format/lance',
  names: { pypi: ['pylance'] },
  install: () => ({ python: ['pylance', 'huggingface_hub'] }),
  offers: ({ format }) => format === 'lance',
  snippets(facts, target) {
    const code = py`
      import os

      import lance
      from huggingface_hub import snapshot_download

      path = snapshot_download(${facts.id}, repo_type="dataset"${pythonRevision(target)})
      table = lance.dataset(os.path.join(path, ${facts.file ?? ''}))
      print(table.schema, table.count_rows())
    `
    return { drafts: [{ id: 'open', title: 'Open the table', code: pythonBlock(target, code) }] }
  },
})
