import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/microsoft/skala */
export const library = defineLibrary({
  id: 'skala',
  label: 'Skala',
  repo: 'https://github.com/microsoft/skala',
  filter: false,
  downloads: ext('fun'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
