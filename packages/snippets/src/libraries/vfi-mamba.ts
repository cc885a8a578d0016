import { py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** The model's size is read from the configuration in the repository. @see https://github.com/MCG-NJU/VFIMamba — hf_demo_2x.py */
export const library = defineLibrary({
  id: 'vfi-mamba',
  label: 'VFIMamba',
  repo: 'https://github.com/MCG-NJU/VFIMamba',
  downloads: ext('pkl'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/MCG-NJU/VFIMamba' },
    python: ['torch', 'causal-conv1d', 'mamba-ssm', 'timm', 'opencv-python', 'scikit-image', 'tqdm', 'transformers', 'huggingface_hub'],
  }),
  snippets(facts, target) {
    const code = py`
      from Trainer_finetune import Model

      model = Model.from_pretrained(${facts.id})
      model.eval()
      model.device()
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'The model runs on an NVIDIA graphics card only.' },
        { code: 'pickle', text: 'A .pkl file is a pickle: loading it can run code. Do it only with files you trust.' },
        ...noRevision(target, 'VFIMamba'),
      ],
    }
  },
})
