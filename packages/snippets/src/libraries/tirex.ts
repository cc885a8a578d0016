import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NX-AI/tirex */
export const library = defineLibrary({
  id: 'tirex',
  label: 'TiRex',
  repo: 'https://github.com/NX-AI/tirex',
  downloads: ext('ckpt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
