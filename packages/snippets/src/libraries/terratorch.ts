import { anyOf, ext } from '../download-rule.ts'
import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'

/** The registry knows backbones by name; weights come from the hub that huggingface_hub reads. @see https://ibm.github.io/terratorch/ — API of release 1.2 */
export const library = defineLibrary({
  id: 'terratorch',
  label: 'TerraTorch',
  repo: 'https://github.com/IBM/terratorch',
  docs: 'https://ibm.github.io/terratorch/',
  filter: false,
  downloads: anyOf(ext('pt'), ext('ckpt')),
  names: { pypi: ['terratorch'] },
  install: () => ({ python: ['terratorch'] }),
  snippets(facts, target) {
    const code = py`
      from terratorch.registry import BACKBONE_REGISTRY

      model = BACKBONE_REGISTRY.build(${facts.id})
    `
    return {
      drafts: [{ id: 'load', title: 'Build the backbone', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'The registry finds a backbone by name. For a name that it does not have, list(BACKBONE_REGISTRY) shows those that it has.',
        },
      ],
    }
  },
})
