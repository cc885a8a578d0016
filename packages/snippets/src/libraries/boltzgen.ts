import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/HannesStark/boltzgen */
export const library = defineLibrary({
  id: 'boltzgen',
  label: 'BoltzGen',
  repo: 'https://github.com/HannesStark/boltzgen',
  filter: false,
  downloads: path('boltzgen1_diverse.ckpt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
