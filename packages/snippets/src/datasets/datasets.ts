import { py } from '../code/index.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { defineDatasetLibrary, namedConfig, perFormat } from './dataset-library.ts'

/** @see https://huggingface.co/docs/datasets — release 5 */
export const library = defineDatasetLibrary({
  id: 'datasets',
  label: 'Datasets',
  repo: 'https://github.com/huggingface/datasets',
  docs: 'https://huggingface.co/docs/datasets',
  names: { pypi: ['datasets'] },
  install: () => ({ python: ['datasets'], conda: ['datasets'] }),
  offers: ({ format }) => format !== 'lance',
  snippets(facts, target) {
    const code = py`
      from datasets import load_dataset

      dataset = load_dataset(${facts.id}${namedConfig(facts)}${pythonRevision(target)})
      print(dataset)
    `
    return { drafts: [{ id: 'load', proofId: perFormat('load', facts), title: 'Load with datasets', code: pythonBlock(target, code) }] }
  },
})
