import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/filipstrand/mflux */
export const library = defineLibrary({
  id: 'mflux',
  label: 'mflux',
  repo: 'https://github.com/filipstrand/mflux',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
