import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * Keras 2 under its later name reads a SavedModel from its folder; huggingface_hub has had no loader for it since release 1.
 * @see https://github.com/keras-team/tf-keras — API of release 2.21
 */
export const library = defineLibrary({
  id: 'tf-keras',
  label: 'TF-Keras',
  repo: 'https://github.com/keras-team/tf-keras',
  docs: 'https://keras.io/2.18/api/',
  downloads: path('saved_model.pb'),
  names: { pypi: ['tf-keras', 'huggingface_hub'] },
  install: () => ({ python: ['tf-keras', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      import tf_keras
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      model = tf_keras.models.load_model(path)
      model.summary()
    `
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
