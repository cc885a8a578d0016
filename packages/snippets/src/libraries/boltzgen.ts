import { type Block, fill, lines, sh, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** The file each option reads, by file name in the authors' repository. */
const checkpoints = {
  design: ['boltzgen1_diverse.ckpt', 'boltzgen1_adherence.ckpt'],
  fold: 'boltzgen1_ifold.ckpt',
  folding: 'boltz2_conf_final.ckpt',
  affinity: 'boltz2_aff.ckpt',
} as const

/** By default, it downloads the newest files of boltzgen/boltzgen-1. @see https://github.com/HannesStark/boltzgen — commands of release 0.3 */
export const library = defineLibrary({
  id: 'boltzgen',
  label: 'BoltzGen',
  repo: 'https://github.com/HannesStark/boltzgen',
  filter: false,
  downloads: path('boltzgen1_diverse.ckpt'),
  names: { pypi: ['boltzgen'] },
  install: () => ({ python: ['boltzgen', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --include "*.ckpt" --local-dir checkpoints`,
      run(facts),
    ])
    return {
      drafts: [{ id: 'design', title: 'Design binders', code }],
      notes: [
        { code: 'gpu-required', text: 'It needs an NVIDIA graphics card with CUDA 12, and Python 3.11 or newer.' },
        { code: 'fixed-model', text: 'Data on molecules comes from the dataset boltzgen/inference-data, which has to be on this hub too.' },
        { code: 'input-needed', text: 'The YAML file says what is bound, and where: its documentation describes it.' },
      ],
    }
  },
})

/** Options for the existing files; all of them when the files are not known. */
function run(facts: ModelFacts): Block {
  const has = (file: string) => facts.files.length === 0 || facts.files.includes(file)
  const local = (file: string) => sh` ${`checkpoints/${file}`}`
  const [diverse, adherence] = checkpoints.design
  const options = [
    when(
      has(diverse) || has(adherence),
      sh`  --design_checkpoints${when(has(diverse), local(diverse))}${when(has(adherence), local(adherence))}`,
    ),
    when(has(checkpoints.fold), sh`  --inverse_fold_checkpoint${local(checkpoints.fold)}`),
    when(has(checkpoints.folding), sh`  --folding_checkpoint${local(checkpoints.folding)}`),
    when(has(checkpoints.affinity), sh`  --affinity_checkpoint${local(checkpoints.affinity)}`),
  ]
  const command = sh`boltzgen run ${fill('your-design.yaml')} --output designs --protocol protein-anything --num_designs 10`
  return options.reduce<Block>((all, option) => (option === undefined ? all : goOn(all, option)), command)
}

/** Continues the command on the next line. */
function goOn(command: Block, rest: Block): Block {
  return sh`
    ${command} \
    ${rest}
  `
}
