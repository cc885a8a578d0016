import { py } from '../code/index.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { defineDatasetLibrary, namedConfig } from './dataset-library.ts'

/** The output of a pipeline is read like any dataset. @see https://distilabel.argilla.io */
export const library = defineDatasetLibrary({
  id: 'distilabel',
  label: 'Distilabel',
  repo: 'https://github.com/argilla-io/distilabel',
  docs: 'https://distilabel.argilla.io',
  names: { pypi: ['distilabel'] },
  install: () => ({ python: ['distilabel'] }),
  snippets(facts, target) {
    const code = py`
      from datasets import load_dataset
      from distilabel.distiset import Distiset

      distiset = Distiset({"default": load_dataset(${facts.id}${namedConfig(facts)}${pythonRevision(target)})})
      print(distiset)
    `
    return { drafts: [{ id: 'load', title: 'Load what a pipeline made', code: pythonBlock(target, code) }] }
  },
})
