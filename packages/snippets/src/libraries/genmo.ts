import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/genmoai/models */
export const library = defineLibrary({
  id: 'genmo',
  label: 'Genmo',
  repo: 'https://github.com/genmoai/models',
  filter: false,
  downloads: path('vae_stats.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
