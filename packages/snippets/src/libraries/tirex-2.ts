import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NX-AI/tirex-2 */
export const library = defineLibrary({
  id: 'tirex-2',
  label: 'TiRex-2',
  repo: 'https://github.com/NX-AI/tirex-2',
  downloads: path('model-config.yaml'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
