import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://gitlab.com/birder/birder */
export const library = defineLibrary({
  id: 'birder',
  label: 'Birder',
  repo: 'https://gitlab.com/birder/birder',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
