import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/ByteDance-Seed/Bagel/ */
export const library = defineLibrary({
  id: 'bagel-mot',
  label: 'Bagel',
  repo: 'https://github.com/ByteDance-Seed/Bagel/',
  filter: false,
  downloads: path('llm_config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
