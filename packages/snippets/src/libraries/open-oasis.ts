import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/etched-ai/open-oasis */
export const library = defineLibrary({
  id: 'open-oasis',
  label: 'open-oasis',
  repo: 'https://github.com/etched-ai/open-oasis',
  downloads: path('oasis500m.safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
