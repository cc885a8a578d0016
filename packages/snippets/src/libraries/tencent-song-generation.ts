import { fill, lines, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** Its scripts read the folders ckpt and third_party in the checkout. @see https://github.com/tencent-ailab/songgeneration — its main branch */
export const library = defineLibrary({
  id: 'tencent-song-generation',
  label: 'SongGeneration',
  repo: 'https://github.com/tencent-ailab/songgeneration',
  filter: false,
  downloads: path('ckpt/songgeneration_base/model.pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/tencent-ailab/songgeneration.git
      cd songgeneration
      pip install -r requirements.txt
      pip install -r requirements_nodeps.txt --no-deps
    `,
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const folder = facts.files.flatMap((file) => /^(ckpt\/[^/]+)\/model\.pt$/.exec(file)?.[1] ?? [])[0]
    const notes: Note[] = [
      ...(folder === undefined
        ? [
            {
              code: 'file-missing' as const,
              text: 'No model.pt below ckpt is known of this revision: the folder in the code is that of the first model of its makers.',
            },
          ]
        : []),
      {
        code: 'gpu-required',
        text: 'It needs an NVIDIA graphics card of 30 GB, or generate_lowmem.sh instead of generate.sh, and flash_attn installed beside the requirements.',
      },
      { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --include "ckpt/*" --include "third_party/*" --local-dir .`,
      sh`sh generate.sh ${folder ?? fill('ckpt/songgeneration_base')} sample/lyrics.jsonl output`,
    ])
    return { drafts: [{ id: 'song', title: 'Fetch the model and make songs of lyrics', code }], notes }
  },
})
