import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** @see https://github.com/state-spaces/mamba — API of release 2.3 */
export const library = defineLibrary({
  id: 'mamba-ssm',
  label: 'MambaSSM',
  repo: 'https://github.com/state-spaces/mamba',
  filter: false,
  downloads: 'default',
  names: { pypi: ['mamba-ssm'] },
  install: () => ({ python: ['mamba-ssm', 'causal-conv1d', 'torch'] }),
  snippets(facts, target) {
    const code = py`
      from mamba_ssm import MambaLMHeadModel

      model = MambaLMHeadModel.from_pretrained(${facts.id}, device="cuda")
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'Its kernels are built for NVIDIA and AMD graphics cards.' },
        ...noRevision(target, 'MambaLMHeadModel'),
      ],
    }
  },
})
