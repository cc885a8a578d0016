import { defineLibrary } from '../library.ts'

/** @see https://github.com/k2-fsa/k2 */
export const library = defineLibrary({
  id: 'k2',
  label: 'K2',
  repoName: 'k2',
  repo: 'https://github.com/k2-fsa/k2',
  downloads: 'default',
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
