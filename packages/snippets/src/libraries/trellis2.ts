import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/microsoft/TRELLIS.2 */
export const library = defineLibrary({
  id: 'trellis2',
  label: 'TRELLIS.2',
  repo: 'https://github.com/microsoft/TRELLIS.2',
  downloads: ext('safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
