import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/baaivision/MTVCraft */
export const library = defineLibrary({
  id: 'mtvcraft',
  label: 'MTVCraft',
  repo: 'https://github.com/baaivision/MTVCraft',
  filter: false,
  downloads: path('vae/3d-vae.pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
