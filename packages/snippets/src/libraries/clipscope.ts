import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Lewington-pitsos/clipscope */
export const library = defineLibrary({
  id: 'clipscope',
  label: 'clipscope',
  repo: 'https://github.com/Lewington-pitsos/clipscope',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
