import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/AIGText/Glyph-ByT5 */
export const library = defineLibrary({
  id: 'glyph-byt5',
  label: 'Glyph-ByT5',
  repo: 'https://github.com/AIGText/Glyph-ByT5',
  filter: false,
  downloads: path('checkpoints/byt5_model.pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
