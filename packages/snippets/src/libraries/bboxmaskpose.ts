import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/MiraPurkrabek/BBoxMaskPose */
export const library = defineLibrary({
  id: 'bboxmaskpose',
  label: 'BBoxMaskPose',
  repo: 'https://github.com/MiraPurkrabek/BBoxMaskPose',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
