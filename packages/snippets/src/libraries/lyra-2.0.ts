import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/nv-tlabs/lyra */
export const library = defineLibrary({
  id: 'lyra-2.0',
  label: 'Lyra-2.0',
  repo: 'https://github.com/nv-tlabs/lyra',
  filter: false,
  downloads: path('checkpoints/image_encoder/model.pth'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
