import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/WangHelin1997/SoloAudio */
export const library = defineLibrary({
  id: 'soloaudio',
  label: 'SoloAudio',
  repo: 'https://github.com/WangHelin1997/SoloAudio',
  filter: false,
  downloads: path('soloaudio_v2.pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
