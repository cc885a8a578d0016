import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/ChaosSIM/ */
export const library = defineLibrary({
  id: 'chaossim',
  label: 'ChaosSIM',
  repo: 'https://huggingface.co/OpenPeerAI/ChaosSIM/',
  filter: false,
  downloads: path('ChaosSim.nb'),
  names: { none: 'The repository of the model is a notebook for Mathematica: there is no package.' },
})
