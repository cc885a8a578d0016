import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** @see https://github.com/riccardomusmeci/mlx-image — API of release 0.1.10 */
export const library = defineLibrary({
  id: 'mlx-image',
  label: 'mlx-image',
  repo: 'https://github.com/riccardomusmeci/mlx-image',
  docs: 'https://huggingface.co/docs/hub/mlx-image',
  filter: false,
  downloads: path('model.safetensors'),
  names: { pypi: ['mlx-image'] },
  install: () => ({ python: ['mlx-image'] }),
  snippets(facts, target) {
    const code = py`
      from mlxim.model import create_model

      model = create_model(${facts.id})
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [{ code: 'platform', text: 'It runs on Apple silicon.' }, ...noRevision(target, 'create_model')],
    }
  },
})
