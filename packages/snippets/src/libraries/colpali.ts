import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/ManuelFay/colpali */
export const library = defineLibrary({
  id: 'colpali',
  label: 'ColPali',
  repo: 'https://github.com/ManuelFay/colpali',
  filter: false,
  downloads: path('adapter_config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
