import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The loader is part of huggingface_hub, whose extra includes the parser for pyproject.toml. @see https://docs.fast.ai — API of huggingface_hub 2.4
 */
export const library = defineLibrary({
  id: 'fastai',
  label: 'fastai',
  repo: 'https://github.com/fastai/fastai',
  docs: 'https://docs.fast.ai',
  filter: true,
  downloads: 'default',
  names: { pypi: ['fastai', 'huggingface_hub'] },
  install: () => ({ python: ['fastai', 'huggingface_hub[fastai]'] }),
  snippets(facts, target) {
    const code = py`
      from huggingface_hub import from_pretrained_fastai

      learner = from_pretrained_fastai(${facts.id}${pythonRevision(target)})
      print(learner.model)
    `
    return {
      drafts: [{ id: 'load', title: 'Load the learner', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'A learner is a pickle: loading it runs code from the file. Do it only with files you trust.' }],
    }
  },
})
