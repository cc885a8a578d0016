import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/fudan-generative-vision/champ */
export const library = defineLibrary({
  id: 'champ',
  label: 'Champ',
  repo: 'https://github.com/fudan-generative-vision/champ',
  downloads: path('champ/motion_module.pth'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
