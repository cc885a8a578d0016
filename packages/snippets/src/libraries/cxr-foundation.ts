import { fill, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { endpointIgnored, pythonBlock } from '../preamble.ts'

/** @see https://github.com/google-health/cxr-foundation — the client in its folder python */
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
    const code = py`
      from clientside.clients import make_hugging_face_client
      from PIL import Image

      image = Image.open(${fill('your-chest-x-ray.png')}).convert("L")
      client = make_hugging_face_client("cxr_model")
      embeddings = client.get_image_embeddings_from_images([image])
      print(embeddings)
    `
    return {
      drafts: [{ id: 'embed', title: 'Embed a chest X-ray', code: pythonBlock(target, code) }],
      notes: [
        { code: 'fixed-model', text: 'The client loads google/cxr-foundation by name, at its default branch.' },
        { code: 'licence', text: 'The model is for research: its terms are on its card.' },
        ...endpointIgnored(
          { ...target, isHuggingFace: target.isHuggingFace || facts.id === 'google/cxr-foundation' },
          'A copy under another name',
        ),
      ],
    }
  },
})
