import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/OpenPeerAI/CancerAtHomeV2 */
export const library = defineLibrary({
  id: 'cancertathomev2',
  label: 'Cancer@HomeV2',
  repo: 'https://huggingface.co/OpenPeerAI/CancerAtHomeV2',
  filter: false,
  downloads: path('run.py'),
  names: { none: 'The repository of the model is the program itself: there is no package.' },
})
