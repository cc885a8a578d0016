import { lines, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/**
 * Its script reads the files from the path in its configuration: below pretrained_models. @see https://github.com/fudan-generative-vision/champ — its
 * main branch
 */
export const library = defineLibrary({
  id: 'champ',
  label: 'Champ',
  repo: 'https://github.com/fudan-generative-vision/champ',
  downloads: path('champ/motion_module.pth'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/fudan-generative-vision/champ', requirements: 'requirements.txt' } }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir pretrained_models`,
      sh`python inference.py --config configs/inference/inference.yaml`,
    ])
    return {
      drafts: [{ id: 'animate', title: 'Fetch the models and animate a picture', code }],
      notes: [
        { code: 'gpu-required', text: 'It needs an NVIDIA graphics card, of 20 GB for the motion that is set.' },
        {
          code: 'input-needed',
          text: 'The picture and the motion lie in example_data, as its documentation describes; inference.yaml says which are taken.',
        },
        { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})
