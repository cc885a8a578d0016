import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NVIDIA/Cosmos */
export const library = defineLibrary({
  id: 'cosmos',
  label: 'Cosmos',
  repo: 'https://github.com/NVIDIA/Cosmos',
  downloads: anyOf(path('config.json'), ext('pt')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
