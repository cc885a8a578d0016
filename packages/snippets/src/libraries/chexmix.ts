import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/StanfordMIMI/CheXmix */
export const library = defineLibrary({
  id: 'chexmix',
  label: 'CheXmix',
  repo: 'https://github.com/StanfordMIMI/CheXmix',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'Its makers have published no code yet.' },
})
