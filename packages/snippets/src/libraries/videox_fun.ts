import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/aigc-apps/VideoX-Fun */
export const library = defineLibrary({
  id: 'videox_fun',
  label: 'VideoX Fun',
  repo: 'https://github.com/aigc-apps/VideoX-Fun',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
