import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * Keyword arguments are passed on to `snapshot_download`. Its checkpoints contain more than tensors, which torch 2.6 and later rejects, and it passes
 * no argument that allows them. @see https://fairseq.readthedocs.io — API of release 0.12.2, the last one
 */
export const library = defineLibrary({
  id: 'fairseq',
  label: 'Fairseq',
  repoName: 'fairseq',
  repo: 'https://github.com/pytorch/fairseq',
  docs: 'https://fairseq.readthedocs.io',
  filter: true,
  downloads: 'default',
  names: { pypi: ['fairseq'] },
  install: () => ({ python: ['fairseq', 'huggingface_hub', 'torch<2.6', 'torchaudio<2.6'] }),
  snippets(facts, target) {
    const code = py`
      from fairseq.checkpoint_utils import load_model_ensemble_and_task_from_hf_hub

      models, cfg, task = load_model_ensemble_and_task_from_hf_hub(${facts.id}${pythonRevision(target)})
      model = models[0].eval()
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        { code: 'unmaintained', text: 'It is no longer developed: its last release, 0.12.2, is of 2022.' },
        { code: 'python-version', text: 'That release works with Python 3.10 or older, and installs with pip before 24.1 only.' },
        { code: 'pickle', text: 'A checkpoint is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})
