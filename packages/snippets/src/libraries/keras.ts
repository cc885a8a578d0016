import { type Block, lines, py } from '../code/index.ts'
import { anyOf, ext, path } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision, pythonSnapshot } from '../preamble.ts'
import type { Target } from '../target.ts'

/** @see https://keras.io — API of release 3.15 */
export const library = defineLibrary({
  id: 'keras',
  label: 'Keras',
  repo: 'https://github.com/keras-team/keras',
  docs: 'https://keras.io',
  filter: true,
  downloads: anyOf(path('config.json'), ext('keras')),
  names: { pypi: ['keras', 'huggingface_hub'] },
  install: () => ({ python: ['keras', 'jax', 'huggingface_hub'], conda: ['keras', 'jax', 'huggingface_hub'] }),
  snippets(facts, target) {
    const backend = lines(
      'python',
      [target.isHuggingFace ? py`import os` : undefined, py`os.environ.setdefault("KERAS_BACKEND", "jax")  # or torch, or tensorflow`],
      1,
    )
    const code = lines('python', [backend, load(facts, target)], 1)
    return {
      drafts: [
        {
          id: 'load',
          title: 'Load the model',
          code: pythonBlock(target, code),
          proofId: archiveOf(facts) === undefined ? 'load:folder' : 'load',
        },
      ],
    }
  },
})

/** A single archive, or a folder of its parts. The release reads `hf://` addresses only through TensorFlow, so the files are downloaded first. */
function load(facts: ModelFacts, target: Target): Block {
  const archive = archiveOf(facts)
  if (archive !== undefined) {
    return py`
      import keras
      from huggingface_hub import hf_hub_download

      model = keras.saving.load_model(hf_hub_download(${facts.id}, ${archive}${pythonRevision(target)}))
      model.summary()
    `
  }
  return py`
    import keras
    from huggingface_hub import snapshot_download

    ${pythonSnapshot(facts, target)}
    model = keras.saving.load_model(path)
    model.summary()
  `
}

function archiveOf(facts: ModelFacts): string | undefined {
  return filesEnding(facts, '.keras').find((name) => !name.startsWith('-'))
}
