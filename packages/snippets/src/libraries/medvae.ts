import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/StanfordMIMI/MedVAE */
export const library = defineLibrary({
  id: 'medvae',
  label: 'MedVAE',
  repo: 'https://github.com/StanfordMIMI/MedVAE',
  filter: false,
  downloads: ext('ckpt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
