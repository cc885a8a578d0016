import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/facebookresearch/co-tracker */
export const library = defineLibrary({
  id: 'cotracker',
  label: 'CoTracker',
  repo: 'https://github.com/facebookresearch/co-tracker',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
