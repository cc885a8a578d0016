import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/CancerAtHomeV2 */
export const library = defineLibrary({
  id: 'cancertathomev2',
  label: 'Cancer@HomeV2',
  repo: 'https://huggingface.co/OpenPeerAI/CancerAtHomeV2',
  filter: false,
  downloads: path('run.py'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
