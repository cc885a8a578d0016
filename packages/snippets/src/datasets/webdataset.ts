import { py } from '../code/index.ts'
import { pythonBlock } from '../preamble.ts'
import { defineDatasetLibrary, downloadFile } from './dataset-library.ts'

/** @see https://github.com/webdataset/webdataset — release 1 */
export const library = defineDatasetLibrary({
  id: 'webdataset',
  label: 'WebDataset',
  repo: 'https://github.com/webdataset/webdataset',
  names: { pypi: ['webdataset'] },
  install: () => ({ python: ['webdataset', 'huggingface_hub'], conda: ['webdataset', 'huggingface_hub'] }),
  offers: ({ format }) => format === 'webdataset',
  snippets(facts, target) {
    const code = py`
      import webdataset as wds
      from huggingface_hub import hf_hub_download

      ${downloadFile(facts, target)}
      samples = wds.WebDataset(path, shardshuffle=False)
      print(next(iter(samples)).keys())
    `
    return { drafts: [{ id: 'read', title: 'Read the samples of a shard', code: pythonBlock(target, code) }] }
  },
})
