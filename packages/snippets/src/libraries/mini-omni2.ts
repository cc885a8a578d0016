import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/gpt-omni/mini-omni2 */
export const library = defineLibrary({
  id: 'mini-omni2',
  label: 'Mini-Omni2',
  repo: 'https://github.com/gpt-omni/mini-omni2',
  downloads: path('model_config.yaml'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
