import { py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Keyword arguments are passed on to `hf_hub_download`. @see https://mindee.github.io/doctr — API of release 1.1 */
export const library = defineLibrary({
  id: 'doctr',
  label: 'docTR',
  repoName: 'doctr',
  repo: 'https://github.com/mindee/doctr',
  docs: 'https://mindee.github.io/doctr',
  downloads: 'default',
  names: { pypi: ['python-doctr'] },
  install: () => ({ python: ['python-doctr'] }),
  snippets(facts, target) {
    const code = py`
      from doctr.models import from_hub

      model = from_hub(${facts.id}${pythonRevision(target)}).eval()
      ${when(target.device !== 'auto', py`model.to(${target.device})`)}
      print(model.cfg)
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'input-needed',
          text: 'To read pages, give a model that finds words to ocr_predictor as det_arch, and one that reads them as reco_arch.',
        },
      ],
    }
  },
})
