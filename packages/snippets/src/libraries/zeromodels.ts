import { lines, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://imvision12.github.io/ZeroModels/ — API of release 1.3 */
export const library = defineLibrary({
  id: 'zeromodels',
  label: 'ZeroModels',
  repo: 'https://github.com/IMvision12/ZeroModels',
  docs: 'https://imvision12.github.io/ZeroModels/',
  filter: false,
  downloads: anyOf(path('model.weights.h5'), path('model.weights.json')),
  names: { pypi: ['zeromodels'] },
  install: () => ({ python: ['zeromodels', 'jax'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      import os

      os.environ.setdefault("KERAS_BACKEND", "jax")  # or torch, or tensorflow

      ${lines('python', [imports, py`from zeromodels import AutoZModel`])}

      ${lines('python', [fetch, py`model = AutoZModel.from_weights(${source})`])}
      print(type(model))
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'input-needed',
          text: 'AutoZModel finds the class; beside it there is one per task, such as AutoZModelForImageClassification, that adds the head.',
        },
      ],
    }
  },
})
