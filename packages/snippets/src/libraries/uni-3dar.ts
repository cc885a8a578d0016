import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/dptech-corp/Uni-3DAR */
export const library = defineLibrary({
  id: 'uni-3dar',
  label: 'Uni-3DAR',
  repo: 'https://github.com/dptech-corp/Uni-3DAR',
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
