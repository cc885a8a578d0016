import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/mahmoodlab/KRONOS */
export const library = defineLibrary({
  id: 'kronos',
  label: 'KRONOS',
  repo: 'https://github.com/mahmoodlab/KRONOS',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
