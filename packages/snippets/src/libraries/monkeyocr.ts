import { fill, lines, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** Its configuration reads the parts of the model from below model_weight. @see https://github.com/Yuliang-Liu/MonkeyOCR — its main branch */
export const library = defineLibrary({
  id: 'monkeyocr',
  label: 'MonkeyOCR',
  repoName: 'monkeyocr',
  repo: 'https://github.com/Yuliang-Liu/MonkeyOCR',
  filter: false,
  downloads: path('Recognition/config.json'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/Yuliang-Liu/MonkeyOCR.git', editable: '.' },
    python: ['huggingface_hub', 'pdf2image'],
  }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir model_weight`,
      sh`python parse.py ${fill('your-document.pdf')} -o output`,
    ])
    return {
      drafts: [{ id: 'parse', title: 'Fetch the model and read a document', code }],
      notes: [
        { code: 'gpu-required', text: 'model_configs.yaml runs it with LMDeploy on an NVIDIA graphics card.' },
        { code: 'python-version', text: 'Its requirements are pinned, for Python 3.10: give it an environment of its own.' },
        {
          code: 'pickle',
          text: 'The layout models are .pt files, which are pickles: loading them can run code. Do it only with files you trust.',
        },
      ],
    }
  },
})
