import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Stability-AI/stable-audio-3 */
export const library = defineLibrary({
  id: 'stable-audio-3',
  label: 'Stable Audio 3',
  repoName: 'stable-audio-3',
  repo: 'https://github.com/Stability-AI/stable-audio-3',
  filter: false,
  downloads: path('model_config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
