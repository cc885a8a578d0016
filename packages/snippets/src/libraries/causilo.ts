import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/nums-ai/causilo */
export const library = defineLibrary({
  id: 'causilo',
  label: 'Causilo',
  repo: 'https://github.com/nums-ai/causilo',
  filter: false,
  downloads: anyOf(path('classifier/config.json'), path('regressor/config.json')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
