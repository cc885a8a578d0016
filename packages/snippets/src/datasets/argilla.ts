import { env, fill, py } from '../code/index.ts'
import { pythonBlock } from '../preamble.ts'
import { noRevision } from '../preamble.ts'
import { defineDatasetLibrary } from './dataset-library.ts'

/** @see https://docs.argilla.io — release 2 */
export const library = defineDatasetLibrary({
  id: 'argilla',
  label: 'Argilla',
  repo: 'https://github.com/argilla-io/argilla',
  docs: 'https://docs.argilla.io',
  names: { pypi: ['argilla'] },
  install: () => ({ python: ['argilla'] }),
  snippets(facts, target) {
    const code = py`
      import argilla as rg

      client = rg.Argilla(api_url=${fill('https://your-argilla.example.org')}, api_key=${env('ARGILLA_API_KEY')})
      dataset = rg.Dataset.from_hub(${facts.id}, client=client)
      print(dataset)
    `
    return {
      drafts: [{ id: 'load', title: 'Load into Argilla', code: pythonBlock(target, code) }],
      notes: noRevision(target, 'Dataset.from_hub'),
    }
  },
})
