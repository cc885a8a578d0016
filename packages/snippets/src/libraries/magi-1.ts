import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/SandAI-org/MAGI-1 */
export const library = defineLibrary({
  id: 'magi-1',
  label: 'MAGI-1',
  repo: 'https://github.com/SandAI-org/MAGI-1',
  downloads: path('ckpt/vae/config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
