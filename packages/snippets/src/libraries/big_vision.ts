import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/google-research/big_vision */
export const library = defineLibrary({
  id: 'big_vision',
  label: 'Big Vision',
  repoName: 'big_vision',
  repo: 'https://github.com/google-research/big_vision',
  filter: false,
  downloads: ext('npz'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
