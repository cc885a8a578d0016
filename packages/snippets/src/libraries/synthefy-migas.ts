import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Synthefy/synthefy-migas */
export const library = defineLibrary({
  id: 'synthefy-migas',
  label: 'Migas',
  repo: 'https://github.com/Synthefy/synthefy-migas',
  filter: false,
  downloads: path('model.pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
