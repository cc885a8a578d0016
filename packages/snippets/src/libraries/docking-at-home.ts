import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/DockingAtHOME */
export const library = defineLibrary({
  id: 'docking-at-home',
  label: 'Docking@Home',
  repo: 'https://huggingface.co/OpenPeerAI/DockingAtHOME',
  filter: false,
  downloads: path('setup.py'),
  names: { none: 'Not on a registry: the repository of the model holds the code.' },
})
