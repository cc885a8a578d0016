import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/ChaosSIM/ */
export const library = defineLibrary({
  id: 'chaossim',
  label: 'ChaosSIM',
  repo: 'https://huggingface.co/OpenPeerAI/ChaosSIM/',
  filter: false,
  downloads: path('ChaosSim.nb'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
