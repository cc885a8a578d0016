import { lines, py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The file is downloaded first: asteroid's own download reads a constant that huggingface_hub no longer has. @see
 * https://asteroid-team.github.io/asteroid — API of release 0.7
 */
export const library = defineLibrary({
  id: 'asteroid',
  label: 'Asteroid',
  repo: 'https://github.com/asteroid-team/asteroid',
  docs: 'https://asteroid-team.github.io/asteroid',
  filter: true,
  downloads: path('pytorch_model.bin'),
  names: { pypi: ['asteroid', 'huggingface_hub'] },
  install: () => ({ python: ['asteroid', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      from asteroid.models import BaseModel
      from huggingface_hub import hf_hub_download

      ${lines('python', [
        py`path = hf_hub_download(${facts.id}, "pytorch_model.bin"${pythonRevision(target)})`,
        py`model = BaseModel.from_pretrained(path)`,
      ])}
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'pytorch_model.bin is a pickle: loading it can run code. Do it only with files you trust.' }],
    }
  },
})
