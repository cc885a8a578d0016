import { fill, lines, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/**
 * Its scripts read the weights from below pretrained_models. The model's repository also contains training data: only the weights are downloaded.
 * @see https://github.com/WangHelin1997/SoloAudio — its main branch
 */
export const library = defineLibrary({
  id: 'soloaudio',
  label: 'SoloAudio',
  repo: 'https://github.com/WangHelin1997/SoloAudio',
  filter: false,
  downloads: path('soloaudio_v2.pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/WangHelin1997/SoloAudio.git
      cd SoloAudio
      conda env create -f environment.yml
      conda activate soloaudio
    `,
  }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --include "*.pt" --local-dir pretrained_models`,
      sh`python tse_languageTSE.py --mixture ${fill('your-mixture.wav')} --enrollment "Acoustic guitar" --output_dir output${
        target.device === 'cpu' ? sh` --device cpu` : undefined
      }`,
    ])
    return {
      drafts: [{ id: 'extract', title: 'Fetch the model and take a sound out of a mixture', code }],
      notes: [
        {
          code: 'fixed-model',
          text: 'What is looked for is put into numbers by laion/larger_clap_general: that has to be on this hub too.',
        },
        { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})
