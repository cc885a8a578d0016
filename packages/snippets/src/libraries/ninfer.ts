import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Neroued/ninfer */
export const library = defineLibrary({
  id: 'ninfer',
  label: 'NInfer',
  repo: 'https://github.com/Neroued/ninfer',
  filter: false,
  downloads: ext('ninfer'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
