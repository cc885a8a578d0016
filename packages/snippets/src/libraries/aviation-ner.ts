import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Boeing/aviation_ner_sdr */
export const library = defineLibrary({
  id: 'aviation-ner',
  label: 'Aviation NER',
  repo: 'https://github.com/Boeing/aviation_ner_sdr',
  filter: false,
  downloads: path('gliner_config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
