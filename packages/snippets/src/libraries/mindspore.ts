import { defineLibrary } from '../library.ts'

/** @see https://github.com/mindspore-ai/mindspore */
export const library = defineLibrary({
  id: 'mindspore',
  label: 'MindSpore',
  repoName: 'mindspore',
  repo: 'https://github.com/mindspore-ai/mindspore',
  downloads: 'default',
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
