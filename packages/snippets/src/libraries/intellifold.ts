import { fill, lines, sh } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** The checkpoint that each of the tool's models reads, the default one first. */
const models = [
  ['intellifold_v2_flash.pt', 'v2-flash'],
  ['intellifold_v2.pt', 'v2'],
  ['intellifold_v0.1.0.pt', 'v1'],
] as const

function modelOf(facts: ModelFacts): string {
  return models.find(([file]) => facts.files.includes(file))?.[1] ?? 'v2-flash'
}

/**
 * It downloads anything missing from its cache folder from its own addresses, so the folder is filled from this hub first. @see
 * https://github.com/IntelliGen-AI/IntelliFold — API of release 2.0
 */
export const library = defineLibrary({
  id: 'intellifold',
  label: 'IntelliFold',
  repo: 'https://github.com/IntelliGen-AI/IntelliFold',
  filter: false,
  downloads: anyOf(ext('pt'), ext('zst')),
  names: { pypi: ['intellifold'] },
  install: () => ({ python: ['intellifold', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id} --local-dir intellifold-cache${shellRevision(target)}`,
      sh`intellifold predict ${fill('your-molecules.yaml')} --cache intellifold-cache --model ${modelOf(facts)} --out_dir predictions`,
    ])
    return {
      drafts: [{ id: 'predict', title: 'Predict a structure', code }],
      notes: [{ code: 'gpu-required', text: 'It needs an NVIDIA GPU, and pins what it depends on: give it an environment of its own.' }],
    }
  },
})
