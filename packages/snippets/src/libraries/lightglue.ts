import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/cvg/LightGlue */
export const library = defineLibrary({
  id: 'lightglue',
  label: 'LightGlue',
  repo: 'https://github.com/cvg/LightGlue',
  filter: false,
  downloads: anyOf(ext('pth'), path('config.json')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
