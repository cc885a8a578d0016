import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NVIDIA/Ising-Decoding */
export const library = defineLibrary({
  id: 'ising-decoding',
  label: 'Ising Decoding',
  repoName: 'Ising-Decoding',
  repo: 'https://github.com/NVIDIA/Ising-Decoding',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
