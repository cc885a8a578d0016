import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The repo's tags determine the class, which huggingface_hub then loads. @see https://github.com/not-lain/pxia — API of release 0.2 */
export const library = defineLibrary({
  id: 'pxia',
  label: 'pxia',
  repo: 'https://github.com/not-lain/pxia',
  filter: false,
  downloads: 'default',
  names: { pypi: ['pxia', 'huggingface_hub'] },
  install: () => ({ python: ['pxia'] }),
  snippets(facts, target) {
    const code = py`
      from pxia import AutoModel

      model = AutoModel.from_pretrained(${facts.id}${pythonRevision(target)})
      model.eval()
    `
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
