import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/nv-tlabs/Fixer */
export const library = defineLibrary({
  id: 'fixer',
  label: 'Fixer',
  repo: 'https://github.com/nv-tlabs/Fixer',
  filter: false,
  downloads: path('pretrained/pretrained_fixer.pkl'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
