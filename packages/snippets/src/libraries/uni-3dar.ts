import { type Block, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Models that a script samples from; the others must be tuned first. */
const kinds = {
  qm9: 'Fetch the model and make small molecules',
  drug: 'Fetch the model and make molecules of drugs',
  mp20: 'Fetch the model and make crystals',
} as const
type Kind = keyof typeof kinds

/** @see https://github.com/dptech-corp/Uni-3DAR — its main branch */
export const library = defineLibrary({
  id: 'uni-3dar',
  label: 'Uni-3DAR',
  repo: 'https://github.com/dptech-corp/Uni-3DAR',
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/dptech-corp/Uni-3DAR.git
      cd Uni-3DAR
      pip install git+https://github.com/dptech-corp/Uni-Core.git
    `,
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const known = (Object.keys(kinds) as Kind[]).filter((kind) => facts.files.includes(`${kind}.pt`))
    if (known.length === 0 && facts.files.length > 0)
      return {
        drafts: [],
        notes: [{ code: 'no-variant', text: 'There is code to sample from qm9.pt, drug.pt and mp20.pt; none of them is among the files.' }],
      }
    const notes: Note[] = [
      ...(known.length === 0
        ? [{ code: 'file-missing' as const, text: 'The files of this revision are not known: the code is for qm9.pt.' }]
        : []),
      { code: 'gpu-required', text: 'It runs on NVIDIA graphics cards only.' },
      { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const wanted: readonly Kind[] = known.length > 0 ? known : ['qm9']
    return { drafts: wanted.map((kind) => ({ id: kind, title: kinds[kind], code: sample(kind, facts, target) })), notes }
  },
})

function sample(kind: Kind, facts: ModelFacts, target: Target): Block {
  const weights = sh`hf download ${facts.id} ${`${kind}.pt`}${shellRevision(target)} --local-dir weights`
  if (kind !== 'mp20')
    return lines('shell', [
      shellEndpoint(target),
      weights,
      kind === 'qm9'
        ? sh`num_samples=100 bash scripts/inference_qm9.sh weights/qm9.pt`
        : sh`num_samples=100 bash scripts/inference_drug.sh weights/drug.pt`,
    ])
  return lines('shell', [
    shellEndpoint(target),
    weights,
    sh`hf download ${facts.id} mp20_data.tar.gz${shellRevision(target)} --local-dir weights`,
    sh`tar -xzf weights/mp20_data.tar.gz`,
    sh`num_samples=100 bash scripts/inference_mp20.sh weights/mp20.pt mp20_data/test.csv`,
  ])
}
