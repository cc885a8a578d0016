import { stem } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/mit-nlp/MITIE */
export const library = defineLibrary({
  id: 'mitie',
  label: 'MITIE',
  repo: 'https://github.com/mit-nlp/MITIE',
  downloads: stem('total_word_feature_extractor'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
