import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/liamsbhoo/timee */
export const library = defineLibrary({
  id: 'timee-ts',
  label: 'timee-ts',
  repo: 'https://github.com/liamsbhoo/timee',
  filter: false,
  downloads: path('model.safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
