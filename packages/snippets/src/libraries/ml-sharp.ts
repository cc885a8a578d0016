import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/apple/ml-sharp */
export const library = defineLibrary({
  id: 'ml-sharp',
  label: 'Sharp',
  repo: 'https://github.com/apple/ml-sharp',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
