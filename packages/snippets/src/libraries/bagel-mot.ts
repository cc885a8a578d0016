import { lines, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/**
 * The application in its repository assembles the model from the files of a folder. @see https://github.com/ByteDance-Seed/Bagel/ — its main branch
 */
export const library = defineLibrary({
  id: 'bagel-mot',
  label: 'Bagel',
  repo: 'https://github.com/ByteDance-Seed/Bagel/',
  filter: false,
  downloads: path('llm_config.json'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/ByteDance-Seed/Bagel.git', requirements: 'requirements.txt' },
  }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir models/bagel`,
      sh`python app.py --model_path models/bagel`,
    ])
    return {
      drafts: [{ id: 'app', title: 'Fetch the model and open its application', code }],
      notes: [
        {
          code: 'gpu-required',
          text: 'It needs an NVIDIA graphics card of 32 GB, or of 12 GB with --mode 2, and flash_attn 2.5.8 installed beside the requirements.',
        },
      ],
    }
  },
})
