import { defineLibrary } from '../library.ts'

/** @see https://github.com/meituan-longcat/LongCat-Video */
export const library = defineLibrary({
  id: 'longcat-video-avatar-1.5',
  label: 'LongCat-Video-Avatar 1.5',
  repo: 'https://github.com/meituan-longcat/LongCat-Video',
  filter: false,
  downloads: 'default',
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
