import { allOf, ext, folder } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/apple/ml-tic-clip */
export const library = defineLibrary({
  id: 'tic-clip',
  label: 'TiC-CLIP',
  repo: 'https://github.com/apple/ml-tic-clip',
  filter: false,
  downloads: allOf(ext('pt'), folder('checkpoints/')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
