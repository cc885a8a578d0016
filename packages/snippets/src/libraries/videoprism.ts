import { fill, py, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Configuration names, by the repositories in which the authors publish the weights. */
const configurations: ReadonlyMap<string, string> = new Map([
  ['videoprism-base-f16r288', 'videoprism_public_v1_base'],
  ['videoprism-large-f8r288', 'videoprism_public_v1_large'],
  ['videoprism-lvt-base-f16r288', 'videoprism_lvt_public_v1_base'],
  ['videoprism-lvt-large-f8r288', 'videoprism_lvt_public_v1_large'],
])

/** The package identifies configurations by name, and accepts weights from a file. @see https://github.com/google-deepmind/videoprism */
export const library = defineLibrary({
  id: 'videoprism',
  label: 'VideoPrism',
  repo: 'https://github.com/google-deepmind/videoprism',
  downloads: ext('npz'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/google-deepmind/videoprism', 'huggingface_hub'] }),
  snippets(facts, target) {
    const name = configurations.get(facts.name)
    const [file] = filesEnding(facts, '.npz').filter((each) => !each.startsWith('-'))
    const withText = name?.includes('lvt') ?? false
    const notes: Note[] = [
      ...(name === undefined
        ? [
            {
              code: 'version-unknown' as const,
              text: 'The name of the repository tells no configuration. Fill in the one that the weights belong to.',
            },
          ]
        : []),
      ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .npz file is known of this revision. Fill in its name.' }] : []),
    ]
    const code = py`
      import jax
      import numpy as np
      from huggingface_hub import hf_hub_download
      from videoprism import models as vp

      model_name = ${name ?? fill('videoprism_public_v1_base')}
      path = hf_hub_download(${facts.id}, ${file ?? fill('your-weights.npz')}${pythonRevision(target)})
      flax_model = vp.get_model(model_name)
      state = vp.load_pretrained_weights(model_name, checkpoint_path=path)


      @jax.jit
      def forward(inputs, train=False):
          return flax_model.apply(state, inputs, ${when(withText, py`None, None, `)}train=train)


      video = np.zeros((1, 16, 288, 288, 3), dtype="float32")  # your frames, with values from 0 to 1
      outputs = forward(video)
    `
    return { drafts: [{ id: 'encode', title: 'Encode a video', code: pythonBlock(target, code) }], notes }
  },
})
