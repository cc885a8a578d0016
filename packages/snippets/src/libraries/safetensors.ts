import { fill, py } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The raw weights, for models that no library claims. @see https://huggingface.co/docs/safetensors */
export const library = defineLibrary({
  id: 'safetensors',
  label: 'Safetensors',
  repo: 'https://github.com/huggingface/safetensors',
  docs: 'https://huggingface.co/docs/safetensors',
  filter: true,
  downloads: ext('safetensors'),
  names: { pypi: ['safetensors', 'huggingface_hub'] },
  install: () => ({ python: ['safetensors', 'numpy', 'huggingface_hub'], conda: ['safetensors', 'numpy', 'huggingface_hub'] }),
  offers: (facts) => facts.library === null && filesEnding(facts, '.safetensors').length > 0,
  snippets(facts, target) {
    const files = filesEnding(facts, '.safetensors')
    const file = files.find((path) => /(^|\/)model\.safetensors$/.test(path)) ?? files[0]
    const notes: Note[] =
      file === undefined ? [{ code: 'file-missing', text: 'No .safetensors file is known of this revision. Fill in its name.' }] : []
    const code = py`
      from huggingface_hub import hf_hub_download
      from safetensors import safe_open

      path = hf_hub_download(${facts.id}, ${file ?? fill('your-model.safetensors')}${pythonRevision(target)})
      with safe_open(path, framework="numpy") as weights:
          for name in weights.keys():
              tensor = weights.get_slice(name)
              print(name, tensor.get_dtype(), tensor.get_shape())
    `
    return { drafts: [{ id: 'open', title: 'Open the weights and see what is in them', code: pythonBlock(target, code) }], notes }
  },
})
