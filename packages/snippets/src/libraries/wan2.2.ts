import { allOf, ext, stem } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Wan-Video/Wan2.2 */
export const library = defineLibrary({
  id: 'wan2.2',
  label: 'Wan2.2',
  repo: 'https://github.com/Wan-Video/Wan2.2',
  downloads: allOf(stem('config'), ext('json')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
