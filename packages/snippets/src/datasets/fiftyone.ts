import { py } from '../code/index.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { defineDatasetLibrary } from './dataset-library.ts'

/** @see https://docs.voxel51.com/integrations/huggingface.html */
export const library = defineDatasetLibrary({
  id: 'fiftyone',
  label: 'FiftyOne',
  repo: 'https://github.com/voxel51/fiftyone',
  docs: 'https://docs.voxel51.com/integrations/huggingface.html',
  names: { pypi: ['fiftyone'] },
  install: () => ({ python: ['fiftyone', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      import fiftyone.utils.huggingface as fouh

      dataset = fouh.load_from_hub(${facts.id}${pythonRevision(target)})
      print(dataset)
    `
    return { drafts: [{ id: 'load', title: 'Load into FiftyOne', code: pythonBlock(target, code) }] }
  },
})
