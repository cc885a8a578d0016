import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/FastPrint */
export const library = defineLibrary({
  id: 'fastprint',
  label: 'Fast Print',
  repo: 'https://huggingface.co/OpenPeerAI/FastPrint',
  downloads: ext('cs'),
  names: { none: 'Not on a registry: the repository of the model holds the code.' },
})
