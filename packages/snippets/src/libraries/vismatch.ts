import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/gmberton/vismatch */
export const library = defineLibrary({
  id: 'vismatch',
  label: 'VisMatch',
  repo: 'https://github.com/gmberton/vismatch',
  filter: false,
  downloads: path('vismatch.yaml'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
