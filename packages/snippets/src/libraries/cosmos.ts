import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NVIDIA/Cosmos */
export const library = defineLibrary({
  id: 'cosmos',
  label: 'Cosmos',
  repo: 'https://github.com/NVIDIA/Cosmos',
  downloads: anyOf(path('config.json'), ext('pt')),
  names: { none: 'Several repositories of its makers load these models, each its own kind, and records do not tell the kind.' },
})
