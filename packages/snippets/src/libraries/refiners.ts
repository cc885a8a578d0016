import { fill, py } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** A repo contains the weights of one part, in the format of its class in `refiners.foundationals`. @see https://refine.rs/ — API of release 0.4 */
export const library = defineLibrary({
  id: 'refiners',
  label: 'Refiners',
  repo: 'https://github.com/finegrain-ai/refiners',
  docs: 'https://refine.rs/',
  filter: false,
  downloads: path('model.safetensors'),
  names: { pypi: ['refiners', 'huggingface_hub'] },
  install: () => ({ python: ['refiners', 'huggingface_hub'] }),
  snippets(facts, target) {
    const files = filesEnding(facts, '.safetensors')
    const file = files.includes('model.safetensors') || files.length === 0 ? 'model.safetensors' : (files[0] ?? fill('model.safetensors'))
    const code = py`
      from huggingface_hub import hf_hub_download
      from refiners.fluxion.utils import load_from_safetensors

      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      weights = load_from_safetensors(path)
      for name, weight in list(weights.items())[:5]:
          print(name, tuple(weight.shape))

      # into the model that they belong to, of refiners.foundationals: model.load_from_safetensors(path)
    `
    return {
      drafts: [{ id: 'load', title: 'Load the weights', code: pythonBlock(target, code) }],
      notes: [{ code: 'input-needed', text: 'The repository does not say which class the weights belong to: its card does.' }],
    }
  },
})
