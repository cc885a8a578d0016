import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/StanfordMIMI/Merlin */
export const library = defineLibrary({
  id: 'merlin',
  label: 'Merlin',
  repo: 'https://github.com/StanfordMIMI/Merlin',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
