import { defineLibrary } from '../library.ts'

/** @see https://deepforest.readthedocs.io/en/latest/ */
export const library = defineLibrary({
  id: 'deepforest',
  label: 'DeepForest',
  repoName: 'deepforest',
  repo: 'https://github.com/weecology/DeepForest',
  docs: 'https://deepforest.readthedocs.io/en/latest/',
  downloads: 'default',
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
