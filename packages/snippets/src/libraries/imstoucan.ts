import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/DigitalPhonetics/IMS-Toucan */
export const library = defineLibrary({
  id: 'imstoucan',
  label: 'IMS Toucan',
  repoName: 'IMS-Toucan',
  repo: 'https://github.com/DigitalPhonetics/IMS-Toucan',
  downloads: anyOf(path('embedding_gan.pt'), path('Vocoder.pt'), path('ToucanTTS.pt')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
