import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The class is in the checkout as models.voicecraft, and uses the hub's mixin. @see https://github.com/jasonppy/VoiceCraft */
export const library = defineLibrary({
  id: 'voicecraft',
  label: 'VoiceCraft',
  repo: 'https://github.com/jasonppy/VoiceCraft',
  downloads: 'default',
  names: { none: 'Its makers publish it in their repository only: the voicecraft of PyPI is another project.' },
  install: () => ({
    checkout: { url: 'https://github.com/jasonppy/VoiceCraft' },
    python: ['torch', 'torchaudio', 'torchmetrics', 'huggingface_hub'],
  }),
  snippets(facts, target) {
    const code = py`
      from models.voicecraft import VoiceCraft

      model = VoiceCraft.from_pretrained(${facts.id}${pythonRevision(target)})
      model.eval()
    `
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
