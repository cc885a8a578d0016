import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/ace-step/ACE-Step */
export const library = defineLibrary({
  id: 'acestep',
  label: 'ACE-Step',
  repo: 'https://github.com/ace-step/ACE-Step',
  filter: false,
  downloads: path('ace_step_transformer/config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
