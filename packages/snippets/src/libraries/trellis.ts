import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/microsoft/TRELLIS */
export const library = defineLibrary({
  id: 'trellis',
  label: 'Trellis',
  repo: 'https://github.com/microsoft/TRELLIS',
  downloads: ext('safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
