import { fill, lines, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * A TensorFlow SavedModel, called by its signature. huggingface_hub no longer has `from_pretrained_keras`, so the folder is loaded instead.
 * @see https://github.com/google-health/derm-foundation
 */
export const library = defineLibrary({
  id: 'derm-foundation',
  label: 'Derm Foundation',
  repoName: 'derm-foundation',
  repo: 'https://github.com/google-health/derm-foundation',
  filter: false,
  downloads: anyOf(path('scin_dataset_precomputed_embeddings.npz'), path('saved_model.pb')),
  names: { pypi: ['huggingface_hub'] },
  install: () => ({ python: ['tensorflow', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      from pathlib import Path

      import tensorflow as tf
      from huggingface_hub import snapshot_download

      picture = Path(${fill('your-skin-picture.png')}).read_bytes()
      feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[picture]))
      example = tf.train.Example(features=tf.train.Features(feature={"image/encoded": feature})).SerializeToString()

      ${lines('python', [pythonSnapshot(facts, target), py`model = tf.saved_model.load(path)`])}
      infer = model.signatures["serving_default"]
      output = infer(inputs=tf.constant([example]))
      print(output["embedding"].numpy().flatten())
    `
    return {
      drafts: [{ id: 'embed', title: 'Embed a picture of skin', code: pythonBlock(target, code) }],
      notes: [{ code: 'licence', text: 'The model is for research: its terms are on its card.' }],
    }
  },
})
