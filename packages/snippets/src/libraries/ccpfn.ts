import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/Layer6/CCPFN */
export const library = defineLibrary({
  id: 'ccpfn',
  label: 'CCPFN',
  repo: 'https://huggingface.co/Layer6/CCPFN',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
