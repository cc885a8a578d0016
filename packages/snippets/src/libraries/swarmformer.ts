import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The class uses the hub's mixin, which accepts a revision. @see https://github.com/takara-ai/SwarmFormer */
export const library = defineLibrary({
  id: 'swarmformer',
  label: 'SwarmFormer',
  repo: 'https://github.com/takara-ai/SwarmFormer',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/takara-ai/SwarmFormer', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      from swarmformer import SwarmFormerModel

      model = SwarmFormerModel.from_pretrained(${facts.id}${pythonRevision(target)})
    `
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
