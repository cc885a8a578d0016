import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/facebookresearch/lagernvs */
export const library = defineLibrary({
  id: 'lagernvs',
  label: 'LagerNVS',
  repo: 'https://github.com/facebookresearch/lagernvs',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
