import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The entry points of the repository's hubconf.py, by the names of models and files. */
const entries = [
  [/vit-?t(?![a-z])/i, 'eupe_vitt16'],
  [/vit-?s(?![a-z])/i, 'eupe_vits16'],
  [/vit-?b(?![a-z])/i, 'eupe_vitb16'],
  [/convnext-?t/i, 'eupe_convnext_tiny'],
  [/convnext-?s/i, 'eupe_convnext_small'],
  [/convnext-?b/i, 'eupe_convnext_base'],
] as const

function entryOf(facts: ModelFacts, file: string | undefined): string | null {
  for (const text of [file ?? '', facts.name]) {
    const found = entries.find(([pattern]) => pattern.test(text))
    if (found !== undefined) return found[1]
  }
  return null
}

/** @see https://github.com/facebookresearch/EUPE — hubconf.py of its main branch */
export const library = defineLibrary({
  id: 'eupe',
  label: 'EUPE',
  repo: 'https://github.com/facebookresearch/EUPE',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: torch.hub loads it from a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/facebookresearch/EUPE' }, python: ['torch', 'huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.pt')[0]
    const entry = entryOf(facts, file)
    const notes: Note[] = []
    if (file === undefined) notes.push({ code: 'file-missing', text: 'No .pt file is known of this revision. Fill in its name.' })
    if (entry === null)
      notes.push({
        code: 'encoder-unknown',
        text: 'Neither the name of the model nor that of its file says which encoder it is: see hubconf.py.',
      })
    const code = py`
      import torch
      from huggingface_hub import hf_hub_download

      weights = hf_hub_download(${facts.id}, ${file ?? fill('your-weights.pt')}${pythonRevision(target)})
      model = torch.hub.load(".", ${entry ?? fill('eupe_vitb16')}, source="local", weights=weights).eval()
      with torch.inference_mode():
          features = model(torch.rand(1, 3, 256, 256))
      print(features.shape)
    `
    return { drafts: [{ id: 'encode', title: 'Encode a picture', code: pythonBlock(target, code) }], notes }
  },
})
