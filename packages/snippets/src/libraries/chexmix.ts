import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/StanfordMIMI/CheXmix */
export const library = defineLibrary({
  id: 'chexmix',
  label: 'CheXmix',
  repo: 'https://github.com/StanfordMIMI/CheXmix',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
