import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The class uses the hub's mixin, which accepts a revision. @see https://huggingface.co/Arabic-Clip/araclip */
export const library = defineLibrary({
  id: 'araclip',
  label: 'AraClip',
  repo: 'https://huggingface.co/Arabic-Clip/araclip',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/Arabic-Clip/Araclip', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      from araclip import AraClip

      model = AraClip.from_pretrained(${facts.id}${pythonRevision(target)})
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'Its configuration names the repository that the tokenizer comes from, which has to be on this hub too.',
        },
      ],
    }
  },
})
