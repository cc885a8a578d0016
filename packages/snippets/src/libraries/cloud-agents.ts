import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/Cloud-Agents */
export const library = defineLibrary({
  id: 'cloud-agents',
  label: 'Cloud Agents',
  repo: 'https://huggingface.co/OpenPeerAI/Cloud-Agents',
  filter: false,
  downloads: path('setup.py'),
  names: { none: 'The repository of the model is the program itself: it is on no registry.' },
})
