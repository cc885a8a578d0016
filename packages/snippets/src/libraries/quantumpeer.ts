import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Downloads are counted by the path of its setup script: no file has that as its extension. */
export const library = defineLibrary({
  id: 'quantumpeer',
  label: 'QuantumPeer',
  repo: 'https://github.com/OpenPeer-AI/QuantumPeer',
  filter: false,
  downloads: path('setup.py'),
  names: { none: 'On no public registry: its code is a repository.' },
})
