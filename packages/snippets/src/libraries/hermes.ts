import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/LMD0311/HERMES */
export const library = defineLibrary({
  id: 'hermes',
  label: 'HERMES',
  repo: 'https://github.com/LMD0311/HERMES',
  filter: false,
  downloads: path('ckpt/hermes_final.pth'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
