import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Cypress-Yang/SongBloom */
export const library = defineLibrary({
  id: 'songbloom',
  label: 'SongBloom',
  repo: 'https://github.com/Cypress-Yang/SongBloom',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
