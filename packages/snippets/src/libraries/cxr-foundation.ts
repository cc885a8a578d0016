import { fill, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** The repository that the client downloads by name, from its default branch. */
const official = 'google/cxr-foundation'

/** @see https://github.com/google-health/cxr-foundation — the client in its python folder */
export const library = defineLibrary({
  id: 'cxr-foundation',
  label: 'CXR Foundation',
  repoName: 'cxr-foundation',
  repo: 'https://github.com/google-health/cxr-foundation',
  filter: false,
  downloads: anyOf(path('precomputed_embeddings/embeddings.npz'), path('pax-elixr-b-text/saved_model.pb')),
  names: { none: 'Its makers publish this client in their repository only: the cxr-foundation of PyPI is an older one.' },
  install: () => ({ python: ['git+https://github.com/Google-Health/cxr-foundation.git#subdirectory=python', 'pillow'] }),
  snippets(facts, target) {
    const loadsThis = facts.id === official && revisionOf(target) === null
    const byName = py`
      from clientside.clients import make_hugging_face_client
      from PIL import Image

      image = Image.open(${fill('your-chest-x-ray.png')}).convert("L")
      client = make_hugging_face_client("cxr_model")
      print(client.get_image_embeddings_from_images([image]))
    `
    const fromFolder = py`
      import tensorflow as tf
      from clientside.clients import HuggingFaceCxrClient
      from huggingface_hub import snapshot_download
      from PIL import Image

      folders = ["elixr-c-v2-pooled/*", "pax-elixr-b-text/*"]
      path = snapshot_download(${facts.id}${pythonRevision(target)}, allow_patterns=folders)
      images = tf.saved_model.load(f"{path}/elixr-c-v2-pooled")
      both = tf.saved_model.load(f"{path}/pax-elixr-b-text")

      image = Image.open(${fill('your-chest-x-ray.png')}).convert("L")
      client = HuggingFaceCxrClient(None, images, both)  # None: what would read texts
      print(client.get_image_embeddings_from_images([image]))
    `
    return {
      drafts: [{ id: 'embed', title: 'Embed a chest X-ray', code: pythonBlock(target, loadsThis ? byName : fromFolder) }],
      notes: [{ code: 'licence', text: 'The model is for research: its terms are on its card.' }],
    }
  },
})
